const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/** "12.3" to 1230 cents; anything else is refused. */
export const parseAmount = (text) => {
  const match = AMOUNT.exec(text.trim());
  if (match === null) throw new TypeError(`not an amount: ${text}`);
  const [, sign, whole, part = ''] = match;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
};

export const formatAmount = (cents) => {
  const sign = cents < 0 ? '-' : '';
  const size = Math.abs(cents);
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
};

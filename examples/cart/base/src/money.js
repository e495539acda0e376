export function roundCents(amount) {
  return Math.round(amount * 100) / 100;
}

export function formatMoney(amount, currency = 'EUR') {
  return `${amount.toFixed(2)} ${currency}`;
}

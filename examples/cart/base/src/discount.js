export function applyDiscount(amount, percent) {
  if (percent < 0) {
    throw new RangeError(`a discount of ${percent} % is not possible`);
  }
  return amount - (amount * percent) / 100;
}

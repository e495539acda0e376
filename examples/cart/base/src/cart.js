import { applyDiscount } from './discount.js';
import { roundCents } from './money.js';

export function subtotal(items) {
  return items.reduce((sum, item) => sum + item.price * item.quantity, 0);
}

export function total(items, { discountPercent = 0, taxPercent = 0 } = {}) {
  const discounted = applyDiscount(subtotal(items), discountPercent);
  return roundCents(discounted * (1 + taxPercent / 100));
}

export { addLine, createBasket, subtotal } from './basket.js';
export { bestOf, percentOff } from './discount.js';
export { formatAmount, parseAmount } from './money.js';
export { renderReceipt } from './receipt.js';
export { splitByShare, splitEvenly } from './split.js';

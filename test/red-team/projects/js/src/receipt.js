import { subtotal } from './basket.js';
import { formatAmount } from './money.js';

const WIDTH = 24;

const row = (left, right) => `${left}${right.padStart(Math.max(1, WIDTH - left.length))}`;

export const renderReceipt = (basket) =>
  [
    ...basket.lines.map(({ name, cents, count }) => row(`${count} ${name}`, formatAmount(cents * count))),
    '-'.repeat(WIDTH),
    row('total', formatAmount(subtotal(basket))),
  ].join('\n');

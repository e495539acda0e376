export const invoice = (order) => {
  let total = 0;
  for (const { price, count } of order.items) total += price * count;
  total -= order.discount ?? 0;
  total = Math.round(total * 100) / 100;
  return `Invoice for ${order.customer}: ${order.items.length} items, ${total.toFixed(2)}`;
};

export const receipt = (order) => {
  let total = 0;
  for (const { price, count } of order.items) total += price * count;
  total -= order.discount ?? 0;
  total = Math.round(total * 100) / 100;
  const lines = order.items.map(({ name, count }) => `${count} x ${name}`);
  return [...lines, `Total ${total.toFixed(2)}`].join('\n');
};

export const summary = (orders) => {
  let all = 0;
  for (const order of orders) {
    let total = 0;
    for (const { price, count } of order.items) total += price * count;
    total -= order.discount ?? 0;
    total = Math.round(total * 100) / 100;
    all += total;
  }
  return `${orders.length} orders, ${all.toFixed(2)}`;
};

export const createBasket = () => ({ lines: [] });

export const addLine = (basket, name, cents, count = 1) => ({
  lines: [...basket.lines, { name, cents, count }],
});

export const subtotal = ({ lines }) => lines.reduce((sum, { cents, count }) => sum + cents * count, 0);

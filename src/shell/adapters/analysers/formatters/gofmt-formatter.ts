import type { Formatter } from './formatter.ts';

export const gofmtFormatter: Formatter = {
  id: 'gofmt',
  async load() {
    const { format } = await import('@wasm-fmt/gofmt');
    return (_path, text) => format(text);
  },
};

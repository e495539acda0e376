import type { Formatter } from './formatter.ts';

export const ruffFormatter: Formatter = {
  id: 'ruff',
  async load() {
    const { Workspace, PositionEncoding } = await import('@astral-sh/ruff-wasm-nodejs');
    const options = { format: { 'skip-magic-trailing-comma': true } };
    const workspace = new Workspace(options, PositionEncoding.Utf16);
    return (_path, text) => workspace.format(text);
  },
};

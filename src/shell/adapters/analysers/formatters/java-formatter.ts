import type { Formatter } from './formatter.ts';

export const javaFormatter: Formatter = {
  id: 'prettier-plugin-java',
  async load() {
    const [{ format }, { default: plugin }] = await Promise.all([
      import('prettier'),
      import('prettier-plugin-java'),
    ]);
    return (_path, text) => format(text, { parser: 'java', plugins: [plugin] });
  },
};

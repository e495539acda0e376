import { InvalidArgumentError, Option } from 'commander';

export const repoOption = (): Option =>
  new Option('--repo <dir>', 'the repository to work on').default('.', 'here');

export const jsonOption = (): Option =>
  new Option('--json', 'print the result as JSON, and nothing else, on standard output');

export const allowDegradedOption = (): Option =>
  new Option('--allow-degraded', 'let agents work without a sandbox: they can do whatever you can');

export const positiveInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('Use a whole number of 1 or more.');
  return value;
};

export const amount = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('Use a number of 0 or more.');
  return value;
};

export const seconds = (text: string): number => {
  const value = amount(text);
  if (value === 0 || value > 86_400) throw new InvalidArgumentError('Use a number of seconds up to 86400.');
  return value;
};

export const share = (text: string): number => {
  const value = amount(text);
  if (value > 1) throw new InvalidArgumentError('Use a number from 0 to 1.');
  return value;
};

export const thresholdOption = (): Option =>
  new Option(
    '--threshold <number>',
    'with --refine: the total from which nothing needs fixing (default: 0.8)',
  ).argParser(share);

export const collect = (value: string, earlier: readonly string[]): readonly string[] => [...earlier, value];

/** Every help text ends with examples. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`;

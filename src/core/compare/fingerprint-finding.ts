import type { Finding } from '../domain/check/lint-report.ts';

const normalised = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Positions inside a message change with the code around them. */
const withoutPlaces = (message: string): string => normalised(message).replaceAll(/\d+/g, '0');

/**
 * The same finding on base and candidate gives the same text, even if its line moved:
 * by the words of the line if it is known, else by the message.
 */
export const fingerprintFinding = (
  finding: Pick<Finding, 'rule' | 'file' | 'message'>,
  lineText: string | undefined,
): string => {
  const line = normalised(lineText ?? '');
  const what = line === '' ? ['message', withoutPlaces(finding.message)] : ['line', line];
  return JSON.stringify([finding.rule, finding.file, ...what]);
};

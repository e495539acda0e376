import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Person = {
  /** Whether this part of a prompt is the candidate that the person finds right. */
  readonly isRight: (candidate: string) => boolean;
  readonly reason: string;
  /** The reply to a request for tests. */
  readonly tests: { readonly path: string; readonly text: string };
};

const opinionOf = (prompt: string, { isRight, reason }: Person): object => {
  const parts = prompt.split(/(?=<<<CANDIDATE )/).slice(1);
  const letters = parts.map((part) => /<<<CANDIDATE ([A-Z])/.exec(part)?.[1] ?? '');
  const right = letters[parts.findIndex(isRight)] ?? '';
  const probabilities = Object.fromEntries(letters.map((letter) => [letter, letter === right ? 0.95 : 0.1]));
  return { same: [], probabilities, pick: right, reason };
};

/** Answers every request of a panel in a folder, as a person would; returns how many there were. */
export const answerPanel = async (folder: string, person: Person): Promise<number> => {
  const requests = (await readdir(folder)).filter((name) => name.endsWith('.request.md'));
  for (const request of requests) {
    const prompt = await readFile(join(folder, request), 'utf8');
    const reply = prompt.startsWith('HYDRA_JUDGE panel-tests')
      ? { tests: [person.tests] }
      : opinionOf(prompt, person);
    await writeFile(join(folder, request.replace('.request.md', '.reply.json')), JSON.stringify(reply));
  }
  return requests.length;
};

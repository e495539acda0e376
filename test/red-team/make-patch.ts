import { appendFile, chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ScratchProject } from '../support/scratch-project.ts';
import type { RedTeamCase, Step } from './read-case.ts';

/** Values that only this machine knows: a listening port, folders that must not be reached. */
export type Surroundings = Readonly<Record<'HOST' | 'HOME' | 'REPO' | 'PORT', string>>;

const fillIn = (text: string, surroundings: Surroundings): string =>
  text
    .replaceAll(/\{\{U\+([0-9A-F]{4,6})\}\}/g, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    .replaceAll(/\{\{(HOST|HOME|REPO|PORT)\}\}/g, (_, key: keyof Surroundings) => surroundings[key]);

const withoutLastBreak = (text: string): string => text.replace(/\n$/, '');

const replaceOnce = async (at: string, old: string, next: string): Promise<void> => {
  const text = await readFile(at, 'utf8');
  const found = text.split(old).length - 1;
  if (found !== 1) throw new Error(`${at}: found ${found} times: ${old}`);
  await writeFile(
    at,
    text.replace(old, () => next),
  );
};

const take = async (root: string, { verb, words, body }: Step, next: Step | undefined): Promise<void> => {
  const at = join(root, words[0] ?? '');
  if (['write', 'bytes', 'repeat', 'link'].includes(verb)) await mkdir(dirname(at), { recursive: true });
  if (verb === 'write') await writeFile(at, body);
  if (verb === 'append') await appendFile(at, body);
  if (verb === 'prepend') await writeFile(at, `${body}${await readFile(at, 'utf8')}`);
  if (verb === 'delete') await rm(at, { recursive: true });
  if (verb === 'bytes') await writeFile(at, Buffer.from(body, 'base64'));
  if (verb === 'repeat') await writeFile(at, `${withoutLastBreak(body).repeat(Number(words[1]))}\n`);
  if (verb === 'chmod') await chmod(at, Number.parseInt(words[1]!, 8));
  if (verb === 'link') await symlink(words[1]!, at);
  if (verb === 'move') {
    await mkdir(dirname(join(root, words[1]!)), { recursive: true });
    await rename(at, join(root, words[1]!));
  }
  if (verb === 'replace') await replaceOnce(at, withoutLastBreak(body), withoutLastBreak(next?.body ?? ''));
};

const mailOf = (message: string, patch: string): string => {
  const [subject = '', ...rest] = message.split('\n');
  const head = `From ${'1'.repeat(40)} Mon Sep 17 00:00:00 2001\nFrom: Agent <agent@hydra.invalid>\nSubject: [PATCH] ${subject}\n`;
  return `${head}${rest.join('\n')}\n---\n\n${patch}`;
};

/** Puts a case into the work tree; `@@ fix` is the honest patch. */
export const applyCase = async (root: string, steps: readonly Step[], fix: RedTeamCase): Promise<void> => {
  for (const [at, step] of steps.entries()) {
    if (step.verb === 'fix') await applyCase(root, fix.steps, fix);
    else await take(root, step, steps[at + 1]);
  }
};

type Making = {
  readonly project: ScratchProject;
  readonly fix: RedTeamCase;
  readonly surroundings: Surroundings;
  /** Looks at the work tree while the candidate is in it. */
  readonly look?: (root: string) => Promise<void>;
};

/** The patch file of a case, as an agent would submit it. The work tree is left as it was. */
export const makePatch = async (
  given: RedTeamCase,
  { project, fix, surroundings, look }: Making,
): Promise<string> => {
  const steps = given.steps.map((step) => ({ ...step, body: fillIn(step.body, surroundings) }));
  const file = join(project.patches, `${given.name}.patch`);
  const raw = steps.find(({ verb }) => verb === 'raw');
  if (raw !== undefined) {
    await writeFile(file, raw.body);
    return file;
  }
  await applyCase(project.root, steps, fix);
  await look?.(project.root);
  await project.takePatch(given.name, { force: true, diff: '--no-renames' });
  const mail = steps.find(({ verb }) => verb === 'mail');
  if (mail !== undefined) await writeFile(file, mailOf(mail.body, await readFile(file, 'utf8')));
  return file;
};

import type { CheckPlan, RepoFacts } from '../domain/source/repo-facts.ts';
import { LANGUAGES } from '../languages/languages.ts';

const MOST_TEXT = 1_000_000;

/** Toolchain programs that a project uses: those of its language, and others that its commands or manifests mention. */
export const usedPrograms = (
  { texts }: Pick<RepoFacts, 'texts'>,
  { profile, checks, install }: Pick<CheckPlan, 'profile' | 'checks' | 'install'>,
): readonly string[] | null => {
  const own = LANGUAGES.find(({ profiles }) => profiles.some(({ id }) => id === profile));
  // The user's own commands may use anything.
  if (own === undefined) return null;
  const commands = [install?.command ?? '', ...checks.map(({ command }) => command)];
  // Workflows set up other machines.
  const manifests = Object.entries(texts).flatMap(([path, text]) => (path.startsWith('.') ? [] : [text]));
  const words = new Set(
    [...commands, ...manifests]
      .join('\n')
      .slice(0, MOST_TEXT)
      .match(/[\w.-]+/g),
  );
  const named = LANGUAGES.flatMap(({ toolchain }) => toolchain.programs).filter((name) => words.has(name));
  const { programs, programsByName = [] } = own.toolchain;
  const always = programs.filter((name) => !programsByName.includes(name));
  return [...new Set([...always, ...named])].sort();
};

/** A program that a step starts, and whether it is optional. */
export type NeededProgram = { readonly program: string; readonly step: string; readonly needed: boolean };

const OPTIONAL = /\bcommand -v ([\w.-]+)/g;
const BETWEEN = /&&|\|\||[;|(){}\n]/;
const BEFORE = /^(?:(?:if|then|else|do|while|until|time|exec|!)\s+|\w+=(?:"[^"]*"|'[^']*'|[^\s"']*)\s+)*/;

const startedBy = (command: string): readonly string[] =>
  command.split(BETWEEN).map((part) => part.trim().replace(BEFORE, '').split(/\s/, 1)[0] ?? '');

/** Toolchain programs that commands start; programs that the installation adds are not known yet. */
export const neededPrograms = ({
  commands,
  checks,
}: Pick<CheckPlan, 'commands' | 'checks'>): readonly NeededProgram[] => {
  const known = new Set(
    LANGUAGES.flatMap(({ toolchain }) => toolchain.probes.map(({ command }) => command[0])),
  );
  // A profile replaces a program that is optional in one step in all of them.
  const whole = [commands.install ?? '', ...checks.map(({ command }) => command)].join('\n');
  const optional = new Set([...whole.matchAll(OPTIONAL)].map(([, name]) => name));
  const found = (['install', 'build', 'test', 'lint'] as const).flatMap((step) => {
    const command = commands[step] ?? '';
    return startedBy(command).flatMap((program) =>
      known.has(program) && !optional.has(program) ? [{ program, step, needed: step !== 'lint' }] : [],
    );
  });
  const seen = new Set<string>();
  return found.filter(({ program }) => !seen.has(program) && seen.add(program));
};

import { hasFlag } from '../../../commands/command-flags.ts';
import { renderCommandLine, type Segment } from '../../../commands/command-line.ts';
import { findToolCall } from '../../../commands/tool-call.ts';
import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import type { ProposedScript } from '../../parts/profile.ts';
import { COMPILERS } from '../compilers.ts';
import { LAUNCHERS } from '../launchers.ts';
import type { PackageJson } from './package-json.ts';
import { isStateful, resolveScript } from './resolve-script.ts';

const KNOWN = new Set(COMPILERS);

const compilerFlags = (words: Segment): Segment | null => {
  const call = findToolCall(words, KNOWN, LAUNCHERS);
  return call === null ? null : words.slice(call.at + 1);
};

/** Checks types and writes nothing. */
export const isTypeCheck = (words: Segment): boolean => {
  const flags = compilerFlags(words);
  return flags !== null && hasFlag(flags, ['--noEmit', '--no-emit']);
};

/** A script without its type check, which runs separately: a lint finding or a failing test would hide it. */
export const withoutTypeCheck = (
  script: ProposedScript | null,
): { readonly script: ProposedScript | null; readonly types: ProposedScript | null } => {
  const segments = script?.segments ?? null;
  if (script === null || segments === null || segments.some(isStateful)) return { script, types: null };
  const checks = segments.filter(isTypeCheck);
  if (checks.length === 0) return { script, types: null };
  const others = segments.filter((words) => !isTypeCheck(words));
  return {
    script: others.length === 0 ? null : scriptOf(others),
    types: scriptOf(checks),
  };
};

/** All of them as one command; one that cannot be split stays alone. */
export const joinTypeChecks = (scripts: readonly (ProposedScript | null)[]): ProposedScript | null => {
  const [first, ...others] = scripts.filter((script) => script !== null);
  if (first?.segments == null || others.length === 0) return first ?? null;
  const all = [first, ...others].flatMap(({ segments }) => segments ?? []);
  const distinct = new Map(all.map((words) => [renderCommandLine([words]), words]));
  return distinct.size === first.segments.length ? first : scriptOf([...distinct.values()]);
};

const scriptOf = (segments: readonly Segment[]): ProposedScript => {
  const command = renderCommandLine(segments);
  return { segments, command, text: command };
};

/** A build that compiles with tsc fails for a type error already. */
const buildChecksTypes = ({ scripts }: PackageJson): boolean =>
  (resolveScript('build', scripts) ?? []).some((words) => {
    const flags = compilerFlags(words);
    return flags !== null && !hasFlag(flags, ['--noCheck', '--emitDeclarationOnly']);
  });

/** A project with a configuration and the compiler, and no script that uses them. */
export const configuredTypeCheck = ({ files }: RepoFacts, manifest: PackageJson): string | null => {
  if (!files.includes('tsconfig.json') || !manifest.dependencies.has('typescript')) return null;
  if (buildChecksTypes(manifest)) return null;
  const compiler = manifest.dependencies.has('vue-tsc') ? 'vue-tsc' : 'tsc';
  return `${compiler} --noEmit -p tsconfig.json`;
};

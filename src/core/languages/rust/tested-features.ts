import type { RepoFacts } from '../../domain/source/repo-facts.ts';
import { isObject } from '../../domain/json/is-object.ts';
import { tomlOrEmpty, valueAt } from '../parts/toml-or-empty.ts';

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const MOST_WORKFLOWS = 8;
const MAX_CHARS = 200_000;
const TEST = /\bcargo[ \t]+(?:nextest[ \t]+run|test)\b([^\n&|;#]*)/g;
/** Of a package, of a part of the features or on a compiler that few have; `${{` is filled in by the workflow. */
const OTHER = /(?:^|\s)(?:-p|--package|--manifest-path|--no-default-features|--no-run|--target)\b|\$/;
const FLAG = /(?:^|\s)(--all-features|(?:--features|-F)[ =]["']?[\w./,-]+["']?)(?=\s|$)/g;
const NIGHTLY = /nightly|unstable/i;

export const rustWorkflows = (paths: readonly string[]): readonly string[] =>
  paths.includes('Cargo.toml') ? paths.filter((path) => WORKFLOW.test(path)).slice(0, MOST_WORKFLOWS) : [];

const featuresIn = (manifest: string): readonly string[] => {
  const features = valueAt(tomlOrEmpty(manifest), 'features');
  return isObject(features) ? Object.keys(features) : [];
};

/** What follows `cargo test` in commands of workflows that run at the root. */
const testsIn = (text: string): readonly string[] =>
  text
    .slice(0, MAX_CHARS)
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .filter((line) => !/\bcd |^\s*#|^\s*(?:- )?name:/.test(line))
    .flatMap((line) => [...line.matchAll(TEST)])
    .map(([, args = '']) => args.split(' -- ', 1)[0] ?? '')
    .filter((args) => !OTHER.test(args));

/** Features without which a project never tests itself: its tests may not compile, or be left out, without them. */
export const testedFeatures = ({ files, texts }: RepoFacts): string => {
  const commands = rustWorkflows(files).flatMap((path) => testsIn(texts[path] ?? ''));
  const flags = commands.map((args) => [...args.matchAll(FLAG)].map(([, flag = '']) => flag));
  if (flags.some((own) => own.length === 0)) return '';
  const nightly = featuresIn(texts['Cargo.toml'] ?? '').some((name) => NIGHTLY.test(name));
  const usable = flags.find(
    (own) => !own.some((flag) => NIGHTLY.test(flag) || (nightly && flag === '--all-features')),
  );
  return usable === undefined ? '' : ` ${usable.join(' ')}`;
};

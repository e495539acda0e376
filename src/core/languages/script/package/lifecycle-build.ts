import { renderCommandLine, type Segment } from '../../../commands/command-line.ts';
import {
  isCoverageReport,
  isHarmful,
  isHarmfulText,
  isInstallation,
} from '../../../commands/harmful-command.ts';
import { instrumentSegments } from '../../../commands/instrument-command.ts';
import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import { scriptLinters } from '../linters.ts';
import { scriptTestRunners } from '../test-runners.ts';
import type { PackageJson } from './package-json.ts';
import { isStateful, resolveScript } from './resolve-script.ts';
import { isTypeCheck } from './type-check.ts';

export type LifecycleBuild = { readonly script: string; readonly command: string };

const BUILDS = ['prepare', 'prepack', 'prepublishOnly', 'prepublish'];
const AT_INSTALLATION = new Set(['prepare', 'prepublish']);
const HOOKS = /^\s*(npx\s+)?(husky|lefthook|simple-git-hooks|is-ci|patch-package|pinst)\b[^&|;]*$/;
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.json', '.node', '/index.js', '/index.cjs', '/index.mjs'];

/** Does a script that runs at installation make nothing that code is loaded from? */
export const isHarmlessPrepare = (text: string): boolean => HOOKS.test(text.slice(0, 4096));

const isTracked = (entry: string, files: ReadonlySet<string>): boolean => {
  const path = entry.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  return ENDINGS.some((ending) => files.has(`${path}${ending}`));
};

/** Is there an entry point that the repository does not contain, so that some step has to make it? */
const hasBuiltEntry = ({ entries }: PackageJson, facts: RepoFacts): boolean => {
  const files = new Set(facts.files);
  return entries.some((entry) => !/[*:]/.test(entry) && !isTracked(entry, files));
};

/** A compiler checks types and builds too. */
const CHECKS = [...scriptTestRunners, ...scriptLinters.filter(({ checksTypes }) => !checksTypes)];

const builds = (words: Segment): boolean =>
  !isHarmful(words) &&
  !isInstallation(words) &&
  !isCoverageReport(words) &&
  !isHarmlessPrepare(renderCommandLine([words])) &&
  !isTypeCheck(words) &&
  instrumentSegments([words], CHECKS) === null;

const buildOf = (script: string, { scripts }: PackageJson, manager: string): string | null => {
  const text = scripts.get(script) ?? '';
  if (text.trim() === '' || isHarmlessPrepare(text)) return null;
  const whole = `${manager} run ${script}`;
  const segments = resolveScript(script, scripts);
  // Other scripts than those of the installation often test and lint too.
  if (segments === null || segments.some(isStateful))
    return AT_INSTALLATION.has(script) && !isHarmfulText(text) ? whole : null;
  const kept = segments.filter(builds);
  if (kept.length === 0) return null;
  return kept.length === segments.length ? whole : renderCommandLine(kept);
};

/** How the entry point of a package without a build script is made: as before it is packed, or when it is installed from its sources. */
export const lifecycleBuild = (
  facts: RepoFacts,
  manifest: PackageJson,
  manager: string,
): LifecycleBuild | null => {
  if (!hasBuiltEntry(manifest, facts)) return null;
  for (const script of BUILDS) {
    const command = buildOf(script, manifest, manager);
    if (command !== null) return { script, command };
  }
  return null;
};

/** The installation makes the entry point too, from the sources of one commit. */
export const isBuiltOnInstall = (build: LifecycleBuild | null): boolean =>
  build !== null && AT_INSTALLATION.has(build.script);

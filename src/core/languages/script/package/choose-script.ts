import {
  isCoverageReport,
  isHarmful,
  isHarmfulText,
  isInstallation,
} from '../../../commands/harmful-command.ts';
import { renderCommandLine, type Segment } from '../../../commands/command-line.ts';
import { instrumentSegments } from '../../../commands/instrument-command.ts';
import type { Tool } from '../../../commands/tool.ts';
import type { ProposedScript, Purpose } from '../../parts/profile.ts';
import { scriptLinters } from '../linters.ts';
import { scriptTestRunners } from '../test-runners.ts';
import type { PackageJson } from './package-json.ts';
import { isStateful, resolveScript } from './resolve-script.ts';

/** npm writes this if a project has no tests yet. */
const PLACEHOLDER = 'no test specified';

/** Names of scripts for each purpose, the plainest first. */
const NAMES: Readonly<Record<Purpose, readonly string[]>> = {
  test: 'test test:ci test:unit test:units test-unit unit unit-test tests test:node test:js test:lib test:all'.split(
    ' ',
  ),
  lint: 'lint lint:check lint:ci lint-check lint:js lint:ts lint:src lint:code lint:all check:lint eslint'.split(
    ' ',
  ),
  types:
    'typecheck type-check types type tsc check-types check:types types:check typecheck:ci type:check lint:types lint:tsc ts:check tsc:check check:ts check:tsc typescript'.split(
      ' ',
    ),
};

const KNOWN: readonly Tool[] = [...scriptTestRunners, ...scriptLinters];

/** Without installing, fixing, watching, publishing or measuring coverage; a known tool is only asked to check. */
const harmless = (segments: readonly Segment[]): readonly Segment[] =>
  segments.filter(
    (words) =>
      !isInstallation(words) &&
      !isCoverageReport(words) &&
      (!isHarmful(words) || instrumentSegments([words], KNOWN) !== null),
  );

const scriptNamed = (name: string, { scripts }: PackageJson, manager: string): ProposedScript | null => {
  const text = scripts.get(name);
  if (text === undefined || text.trim() === '' || text.includes(PLACEHOLDER)) return null;
  const command = name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`;
  const segments = resolveScript(name, scripts);
  if (segments === null || segments.some(isStateful))
    return isHarmfulText(text) ? null : { segments, command, text };
  const kept = harmless(segments);
  if (kept.length === segments.length) return { segments, command, text };
  const left = renderCommandLine(kept);
  return kept.length === 0 ? null : { segments: kept, command: left, text: left };
};

const BROWSERS = /\b(?:karma|testem|wtr|web-test-runner|cypress|protractor|nightwatch|playwright|ng test) /;

/** It runs tests in a browser alone, which a check seldom has, and often waits for changes afterwards. */
export const needsBrowser = ({ segments, text }: Pick<ProposedScript, 'segments' | 'text'>): boolean => {
  if (!BROWSERS.test(`${segments === null ? text : renderCommandLine(segments)} `)) return false;
  return segments === null || instrumentSegments(segments, scriptTestRunners) === null;
};

/** The project's own script for a purpose; null: it has none that only checks. */
export const chooseScript = (
  purpose: Purpose,
  manifest: PackageJson,
  manager: string,
): ProposedScript | null => {
  let inBrowser: ProposedScript | null = null;
  for (const name of NAMES[purpose]) {
    const script = scriptNamed(name, manifest, manager);
    if (script === null) continue;
    if (purpose !== 'test' || !needsBrowser(script)) return script;
    inBrowser ??= script;
  }
  return inBrowser;
};

import { isCoverageReport, isHarmful, isHarmfulText } from '../../../commands/harmful-command.ts';
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
  test: 'test test:ci test:unit test:units test-unit unit unit-test tests test:node test:js test:all'.split(
    ' ',
  ),
  lint: 'lint lint:check lint:ci lint-check lint:js lint:ts lint:src lint:code lint:all check:lint eslint'.split(
    ' ',
  ),
  types:
    'typecheck type-check types tsc check-types check:types types:check typecheck:ci type:check lint:types lint:tsc ts:check tsc:check check:ts check:tsc typescript'.split(
      ' ',
    ),
};

const KNOWN: readonly Tool[] = [...scriptTestRunners, ...scriptLinters];

/** Without fixing, watching, publishing or measuring coverage; a known tool is only asked to check. */
const harmless = (segments: readonly Segment[]): readonly Segment[] =>
  segments.filter(
    (words) => !isCoverageReport(words) && (!isHarmful(words) || instrumentSegments([words], KNOWN) !== null),
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

/** The project's own script for a purpose; null: it has none that only checks. */
export const chooseScript = (
  purpose: Purpose,
  manifest: PackageJson,
  manager: string,
): ProposedScript | null => {
  for (const name of NAMES[purpose]) {
    const script = scriptNamed(name, manifest, manager);
    if (script !== null) return script;
  }
  return null;
};

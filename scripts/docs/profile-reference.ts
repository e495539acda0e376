import { HydraConfig } from '../../src/core/domain/policy/hydra-config.ts';
import { lintParsers } from '../../src/core/parse/lint/registry.ts';
import { testParsers } from '../../src/core/parse/tests/registry.ts';
import { PROFILES, TOOLS } from '../../src/core/languages/languages.ts';
import { planChecks } from '../../src/core/profile/plan-checks.ts';
import type { Tool, ToolReport } from '../../src/core/commands/tool.ts';
import { code, markdownTable } from './markdown-table.ts';

const profileRows = (): readonly (readonly string[])[] =>
  PROFILES.map(({ id, recognisedBy, example }) => {
    const plan = planChecks(example, HydraConfig.parse({}));
    if ('unplanned' in plan || plan.profile !== id) throw new Error(`the example of ${id} is not recognised`);
    const { build, test, lint } = plan.commands;
    return [
      code(id),
      recognisedBy,
      ...[build, test, lint].map((command) => (command === undefined ? 'none' : code(command))),
    ];
  });

const WHERE: Readonly<Record<ToolReport['from'], string>> = {
  'given-file': 'a file outside the workspace',
  'own-file': 'a file outside the workspace, by our reporter',
  stdout: 'standard output',
  log: 'the log',
  'workspace-files': 'files of the workspace',
};

const toolRows = (tools: readonly Tool[]): readonly (readonly string[])[] =>
  tools.map(({ id, parser, report }) => [
    id,
    code(parser),
    'pattern' in report ? `${WHERE[report.from]}: ${code(report.pattern)}` : WHERE[report.from],
  ]);

const ids = (parsers: readonly { readonly id: string }[]): string =>
  parsers.map(({ id }) => code(id)).join(', ');

/** The tables of docs/profiles.md, by the name of their place in the page. */
export const profileTables = (): Readonly<Record<string, readonly string[]>> => ({
  profiles: markdownTable(['profile', 'recognised by', 'build', 'test', 'lint'], profileRows()),
  runners: markdownTable(['runner', 'parser', 'where its report is'], toolRows(TOOLS.test)),
  linters: markdownTable(['linter', 'parser', 'where its report is'], toolRows(TOOLS.lint)),
  formats: markdownTable(
    ['setting', 'formats'],
    [
      [code('[scoring.reports] test'), ids(testParsers)],
      [code('[scoring.reports] lint'), ids(lintParsers)],
    ],
  ),
});

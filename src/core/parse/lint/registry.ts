import type { LintParser } from '../../domain/check/output-parser.ts';
import { autoLint } from './auto.ts';
import { biomeJson } from './biome-json.ts';
import { checkstyleXml } from './checkstyle-xml.ts';
import { clangTidy } from './clang-tidy.ts';
import { clippyJson } from './clippy-json.ts';
import { eslintJson } from './eslint-json.ts';
import { flake8 } from './flake8.ts';
import { goVetJson } from './go-vet-json.ts';
import { gofmtList } from './gofmt-list.ts';
import { golangciJson } from './golangci-json.ts';
import { parserInProjects } from '../several-parts.ts';
import { findingsInFolder, joinFindings } from './in-projects.ts';
import { mypy } from './mypy.ts';
import { oxlintJson } from './oxlint-json.ts';
import { pylintJson } from './pylint-json.ts';
import { rubocopJson } from './rubocop-json.ts';
import { pyrightJson } from './pyright-json.ts';
import { ruffJson } from './ruff-json.ts';
import { sarif } from './sarif.ts';
import { tsc } from './tsc.ts';

/** Every way to read a linter's output. A new one needs a file and a line here. */
export const lintParsers: readonly LintParser[] = [
  eslintJson,
  oxlintJson,
  biomeJson,
  tsc,
  ruffJson,
  flake8,
  pylintJson,
  mypy,
  pyrightJson,
  clippyJson,
  goVetJson,
  golangciJson,
  gofmtList,
  checkstyleXml,
  rubocopJson,
  clangTidy,
  sarif,
  autoLint,
];

export const findLintParser = (id: string): LintParser | undefined =>
  lintParsers.find((parser) => parser.id === id) ??
  parserInProjects(id, { find: findLintParser, inFolder: findingsInFolder, join: joinFindings });

import type { TestParser } from '../../domain/check/output-parser.ts';
import { auto } from './auto.ts';
import { cargoTest } from './cargo-test.ts';
import { ctest } from './ctest.ts';
import { ctrf } from './ctrf.ts';
import { goTestJson } from './go-test-json.ts';
import { parserInProjects } from '../several-parts.ts';
import { joinTests, testsInFolder } from './in-projects.ts';
import { insideConsole } from './inside-console.ts';
import { jasmine } from './jasmine.ts';
import { jestJson, vitestJson } from './jest-json.ts';
import { junit } from './junit.ts';
import { libtestJson } from './libtest-json.ts';
import { minitest } from './minitest.ts';
import { mochaJson } from './mocha-json.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { rspecJson } from './rspec-json.ts';
import { tap } from './tap.ts';
import { unittest } from './unittest.ts';

/** Every way to read a test run. A new format is a file, its fixture and a line here. */
export const testParsers: readonly TestParser[] = [
  nodeTest,
  vitestJson,
  jestJson,
  mocha,
  mochaJson,
  jasmine,
  tap,
  junit,
  unittest,
  goTestJson,
  cargoTest,
  libtestJson,
  rspecJson,
  minitest,
  ctest,
  ctrf,
  auto,
];

export const findTestParser = (id: string): TestParser | undefined =>
  testParsers.find((parser) => parser.id === id) ??
  insideConsole(id, findTestParser) ??
  parserInProjects(id, { find: findTestParser, inFolder: testsInFolder, join: joinTests });

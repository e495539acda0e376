import type { Language } from '../language.ts';
import { rustAssessor } from './assess.ts';
import { rustComments, rustSuppressions } from './comments.ts';
import { rustExpectations } from './expectations.ts';
import { rustImports } from './imports.ts';
import { rustMeasures } from './measures.ts';
import { rustNames } from './names.ts';
import { rustPaths } from './paths.ts';
import { rustSourceItems } from './source-items.ts';
import { rustOuter, rustSurroundings, rustTestAware } from './surroundings.ts';
import { rustProfile } from './profile.ts';
import { readRustTests } from './tests.ts';
import { rustToolchain } from './toolchain.ts';
import { rustLinters, rustTestRunners } from './tools.ts';

export const rust: Language = {
  id: 'rust',
  title: 'Rust',
  grammars: { rs: 'rust' },
  otherExtensions: [],
  profiles: [rustProfile],
  testRunners: rustTestRunners,
  linters: rustLinters,
  typeChecker: 'build',
  formatter: 'rustfmt',
  paths: rustPaths,
  names: rustNames,
  measures: rustMeasures,
  comments: rustComments,
  brief: {
    manifests: ['Cargo.toml'],
    entryFiles: { 'lib.rs': 'the crate', 'main.rs': 'the program' },
    mainFunction: false,
  },
  resolveImports: rustImports,
  boundaries: [],
  mergeManifest: {},
  manifestRules: {
    missing: 'a dependency from an address, or with a name close to a popular one, is not reported',
  },
  preloadVariables: ['RUSTC_WRAPPER'],
  runnerVariables: [/^CARGO_TARGET_TMPDIR$/],
  readTests: readRustTests,
  suppressions: rustSuppressions,
  faults: { missing: 'undefined names are found by the build' },
  program: {
    missing:
      'names are not followed: flags on what a program calls come from lines and the shape of branches alone',
  },
  capabilityLines: {
    environment: /\benv::(?:var|vars|var_os|set_var)\b/,
    network: /\buse\s+(?:std::net|tokio::net|reqwest|hyper|ureq)\b|\b(?:TcpStream|UdpSocket)::/,
    processes: /\buse\s+std::process\b|\bCommand::new\(|\blibc::(?:kill|fork|exec\w+)\b/,
    files: /\buse\s+(?:std|tokio)::fs\b|\b(?:std::)?fs::\w+\(|\bFile::(?:open|create)\(/,
    native: /\bunsafe\b|\bextern\s+"C"|\blibloading\b/,
  },
  surroundings: rustSurroundings,
  outer: rustOuter,
  testAware: rustTestAware,
  runnerHooks: { missing: 'hooks of test runners are not reported' },
  expectations: rustExpectations,
  sourceItems: rustSourceItems,
  probes: { missing: 'candidates are compared by tests alone, not by calls of changed functions' },
  findHazards: { missing: 'code is not scanned for hazards; cargo audit looks at dependencies' },
  assessor: rustAssessor,
  toolchain: rustToolchain,
};

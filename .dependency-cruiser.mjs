import { FOLDERS } from './scripts/folders.mjs';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const NPM = ['npm', 'npm-dev', 'npm-no-pkg', 'npm-optional', 'npm-unknown'];
const escape = (path) => path.replaceAll('.', '[.]');
/** A path below `src/`: a file, or a folder with all that lies below it. */
const pattern = (path) => (path.endsWith('.ts') ? `^src/${escape(path)}$` : `^src/${path}/`);

/** One rule a folder: it imports itself and what its list names. */
const folderRule = ({ folder, each = false, holds, imports }) => {
  const inner = FOLDERS.map((one) => one.folder).filter((other) => other.startsWith(`${folder}/`));
  const allowed = imports.map(pattern);
  if (!each)
    return [rule(folder, holds, { path: pattern(folder), pathNot: inner.map(pattern) }, { path: '^src/', pathNot: [pattern(folder), ...allowed] })];
  return [
    // The list beside the folders names them all; a folder never names another.
    rule(folder, holds, { path: `^src/${folder}/[^/]+$` }, { path: '^src/', pathNot: [pattern(folder), ...allowed] }),
    rule(`${folder}/*`, holds, { path: `^src/${folder}/([^/]+)/`, pathNot: inner.map(pattern) }, { path: '^src/', pathNot: [`^src/${folder}/$1/`, ...allowed] }),
  ];
};

export default {
  forbidden: [
    ...FOLDERS.flatMap(folderRule),
    rule('one-list-of-languages', 'Only languages.ts and profile-ids.ts name a language; everything else looks one up there.',
      { path: '^src/', pathNot: '^src/core/languages/' }, { path: '^src/core/languages/[^/]+/', pathNot: '^src/core/languages/parts/' }),
    rule('core-is-pure', 'core/ reads no file, clock, process or network.',
      { path: '^src/core/' }, { dependencyTypes: ['core'] }),
    rule('core-knows-zod', 'core/ uses zod, core/parse a reader of XML, core/profile and core/languages a reader of TOML; all are pure.',
      { path: '^src/core/', pathNot: '^src/core/(parse|profile|languages)/' }, { dependencyTypes: NPM, pathNot: '^node_modules/zod/' }),
    rule('parse-knows-xml', 'core/parse may use a pure reader of XML too.',
      { path: '^src/core/parse/' }, { dependencyTypes: NPM, pathNot: '^node_modules/(zod|saxes)/' }),
    rule('profile-knows-toml', 'core/profile and core/languages may use a pure reader of TOML too.',
      { path: '^src/core/(profile|languages)/' }, { dependencyTypes: NPM, pathNot: '^node_modules/(zod|smol-toml)/' }),
    rule('only-adapters-touch-the-world', 'node: built-ins with effects live in adapters/ and faces/.',
      { path: '^src/shell/', pathNot: '^src/shell/adapters/' }, { dependencyTypes: ['core'], pathNot: '^(node:)?path$' }),
    rule('only-wiring-builds-adapters', 'Commands and routes receive tools; they do not build them.',
      { path: '^src/faces/', pathNot: '^src/faces/wiring/' }, { path: '^src/shell/adapters/' }),
    rule('no-circles', 'Split the shared part out.', {}, { circular: true }),
    rule('no-orphans', 'Dead file?', { orphan: true, path: '^src/', pathNot: '(main|library)[.]ts$' }, {}),
  ],
  options: {
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};

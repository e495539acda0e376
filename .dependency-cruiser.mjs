const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const NPM = ['npm', 'npm-dev', 'npm-no-pkg', 'npm-optional', 'npm-unknown'];
/** Turn one kind of facts into another; they meet only through domain/ and math/. */
const STAGES = 'profile|parse|analyse|patch|agent|judge|score|decide|report';
export default {
  forbidden: [
    rule('core-is-pure', 'core/ reads no file, clock, process or network.',
      { path: '^src/core/' }, { dependencyTypes: ['core'] }),
    rule('core-knows-zod', 'core/ may use zod; a syntax parser is handed in from outside.',
      { path: '^src/core/', pathNot: '^src/core/parse/' }, { dependencyTypes: NPM, pathNot: '^node_modules/zod/' }),
    rule('parse-knows-xml', 'core/parse may use a pure reader of XML too.',
      { path: '^src/core/parse/' }, { dependencyTypes: NPM, pathNot: '^node_modules/(zod|saxes)/' }),
    rule('core-below-shell', 'Arrows point down: faces → shell → core.',
      { path: '^src/core/' }, { path: '^src/(shell|faces)/' }),
    rule('shell-below-faces', 'The shell does not know who called it.',
      { path: '^src/shell/' }, { path: '^src/faces/' }),
    rule('domain-is-ground', 'domain/ imports only domain/ (and zod).',
      { path: '^src/core/domain/' }, { path: '^src/', pathNot: '^src/core/domain/' }),
    rule('math-on-domain', 'math/ imports only domain/ and math/.',
      { path: '^src/core/math/' }, { path: '^src/', pathNot: '^src/core/(domain|math)/' }),
    rule('stages-are-strangers', `${STAGES.replaceAll('|', ', ')} import only themselves, domain/ and math/.`,
      { path: `^src/core/(${STAGES})/` }, { path: '^src/', pathNot: '^src/core/($1|domain|math)/' }),
    rule('models-are-strangers', 'A scoring model never imports another.',
      { path: '^src/core/score/([^/]+)/' }, { path: '^src/core/score/([^/]+)/', pathNot: '^src/core/score/$1/' }),
    rule('only-adapters-touch-the-world', 'node: built-ins with effects live in adapters/ and faces/.',
      { path: '^src/shell/', pathNot: '^src/shell/adapters/' }, { dependencyTypes: ['core'], pathNot: '^(node:)?path$' }),
    rule('adapters-are-leaves', 'Use cases see ports; only wiring builds adapters.',
      { path: '^src/shell/', pathNot: '^src/shell/adapters/' }, { path: '^src/shell/adapters/' }),
    rule('adapters-know-ports', 'Adapters import ports and errors of the shell, no use case.',
      { path: '^src/shell/adapters/' }, { path: '^src/shell/', pathNot: '^src/shell/(adapters|ports|errors)/' }),
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

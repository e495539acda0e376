// web/ → web/ of the given folder: the pages, split by route, and the report as one file.
import tailwindcss from '@tailwindcss/vite';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { licencesOf } from './licences.mjs';
import { root } from './step.mjs';

const COMPRESSED = /[.](?:js|css|svg)$/;
/** Supported by browsers of the last two years; older ones would not get the dark colours. */
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

/** The included modules, for their licences. */
const collect = (modules) => ({
  name: 'collect-modules',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files)) if (file.type === 'chunk') modules.push(...file.moduleIds);
  },
});

const options = (outDir, modules, output) => ({
  root: join(root, 'web'),
  configFile: false,
  logLevel: 'error',
  plugins: [tailwindcss(), collect(modules)],
  build: {
    outDir,
    emptyOutDir: false,
    target: BROWSERS,
    // Inlined files would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: join(root, 'web/index.html'), output },
  },
});

const compress = (folder) => {
  for (const name of readdirSync(folder).filter((file) => COMPRESSED.test(file))) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  }
};

const only = (folder, ending) => {
  const [found, ...more] = readdirSync(folder).filter((name) => name.endsWith(ending));
  if (found === undefined || more.length > 0) throw new Error(`the report needs exactly one ${ending} file`);
  return readFileSync(join(folder, found), 'utf8');
};

/** Everything in one file that opens without a server; Hydra replaces `null` with a run's data. */
const reportFrom = (folder) => {
  const script = only(folder, '.js').replaceAll('</script', String.raw`<\/script`);
  const style = only(folder, '.css').replaceAll('</style', String.raw`<\/style`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<!--hydra-csp-->
<title>Hydra</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<script type="application/json" id="hydra-data">null</script>
<script type="module">${script}</script>
</body>
</html>
`;
};

export const buildWeb = async (folder) => {
  // Tests build with NODE_ENV=test, for which React would be twice as large and as slow.
  process.env.NODE_ENV = 'production';
  const pages = join(root, folder, 'web');
  const whole = join(root, folder, 'report-parts');
  const modules = [];
  await Promise.all([
    build(options(pages, modules, {})),
    build(options(whole, modules, { codeSplitting: false })),
  ]);
  compress(join(pages, 'assets'));
  writeFileSync(join(pages, 'report.html'), reportFrom(join(whole, 'assets')));
  rmSync(whole, { recursive: true });
  writeFileSync(join(pages, 'LICENCES.txt'), licencesOf(modules));
};

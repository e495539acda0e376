// Reporter for node:test (18.19 and later): `--test-reporter=…/node-test.mjs`.
// It writes $HYDRA_REPORT_DIR/tests.jsonl itself and sends nothing to its destination, which must be another one:
// `--test-reporter-destination=stdout`.
import writer from './jsonl-writer.cjs';

const { explain, openReport } = writer;
const { env } = process;

// NODE_OPTIONS reaches every process: a runner that a test starts must not report as if it were the run.
const nested = env.HYDRA_REPORTING === 'node:test';
env.HYDRA_REPORTING = 'node:test';

// Opened while the module loads: a test that ends this process at once leaves a run without an end.
const write = nested ? () => {} : openReport('node:test');

const TYPES = { __proto__: null, 'test:start': 'start', 'test:pass': 'pass', 'test:fail': 'fail' };

const text = (value) => (typeof value === 'string' ? value : '');

const fieldsOf = (data) => ({
  nesting: data.nesting,
  name: text(data.name),
  file: text(data.file),
  kind: text(data.details?.type),
  skip: data.skip !== undefined && data.skip !== false,
  todo: data.todo !== undefined && data.todo !== false,
  failure: text(data.details?.error?.failureType),
});

// eslint-disable-next-line require-yield -- the destination belongs to the console, not to the result
export default async function* report(source) {
  for await (const { type, data } of source) {
    const kind = TYPES[type];
    if (!kind) continue;
    write(kind, kind === 'start' ? { nesting: data.nesting, name: text(data.name) } : fieldsOf(data));
    if (kind === 'fail' && !nested) explain(data.name, data.details?.error);
  }
  write('end');
}

// Many runs in this one process, using the built library. Prints each part's result and what it left behind.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const EVALUATIONS = 47;
const CANCELLATIONS = 20;
const AT_ONCE = 3;
const TURNS = 10;

const { libraryUrl, root, right, hanging } = JSON.parse(process.argv[2]);
const library = await import(libraryUrl);

const readOr = (path) => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};

/** Command lines of our children. */
const children = () =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = readOr(`/proc/${name}/stat`);
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(parent) !== process.pid || state === 'Z') return [];
    return [readOr(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim()];
  });

const list = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
const cacheHome = process.env.HYDRA_CACHE_DIR;
const inCaches = (name) => list(cacheHome).flatMap((cache) => list(join(cacheHome, cache, name)));

// Opened here, so that they count from the beginning.
const streams = [process.stdout, process.stderr];
/** Without single requests, which end by themselves. */
const handles = () => process.getActiveResourcesInfo().filter((name) => !/Req/.test(name));
const own = handles();

const left = async () => {
  // The event loop closes the handles of processes that have just ended within a few turns.
  for (let turn = 0; turn < TURNS && handles().length > own.length; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  return {
    children: children(),
    handles: handles(),
    temporary: list(tmpdir()),
    claims: [...list(join(root, '.hydra', 'claims')), ...inCaches('users'), ...inCaches('locks')],
    workspaces: [...inCaches('scratch'), ...inCaches('making')],
  };
};

const said = {};
process.on('exit', () => streams[0].write(JSON.stringify(said)));

const question = (source) => ({
  repo: root,
  base: 'main',
  candidates: [{ name: 'one', source }],
  fresh: true,
});

const outcomeOf = async (work) => {
  try {
    return (await work).conclusion.winner ?? 'nobody';
  } catch (error) {
    return error.name === 'AbortError' && error.code === 'ABORT_ERR' ? 'aborted' : String(error);
  }
};

const untilItHangs = async () => {
  while (!children().some((command) => command.includes('sleep 600'))) await sleep(20);
};

said.before = await left();

// Each of these opens and closes a session of its own.
const alone = [];
for (let at = 0; at < 3; at += 1) alone.push(await outcomeOf(library.evaluate(question(right))));
said.alone = { outcomes: alone, left: await left() };

const session = library.openSession({ repo: root });

/** Its check hangs until it is aborted: before it starts, at one of its events, or later and later. */
const cancel = (at) => {
  const controller = new AbortController();
  const events = [null, 'run_started', 'stage', 'field'];
  if (at === 0) controller.abort();
  if (at >= events.length) setTimeout(() => controller.abort(), (at - 3) * 40);
  const onProgress = ({ event }) => event === events[at] && controller.abort();
  return outcomeOf(session.evaluate({ ...question(hanging), signal: controller.signal, onProgress }));
};

const finished = [];
const aborted = [];
const waiting = Array.from({ length: EVALUATIONS + CANCELLATIONS }, (_, at) => at);
const work = async () => {
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift())
    if (at % 3 === 2 && aborted.length < CANCELLATIONS) {
      const place = aborted.push('') - 1;
      aborted[place] = await cancel(place);
    } else finished.push(await outcomeOf(session.evaluate(question(right))));
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
said.many = { finished, aborted, left: await left() };

// One is aborted in its check while another goes on.
const controller = new AbortController();
let runId = '';
const stopped = outcomeOf(
  session.evaluate({
    ...question(hanging),
    signal: controller.signal,
    onProgress: ({ event, run }) => event === 'run_started' && (runId = run),
  }),
);
const going = outcomeOf(session.evaluate(question(right)));
await untilItHangs();
controller.abort();
said.beside = { stopped: await stopped, going: await going };

// It can be resumed; here it hangs again, and closing the session aborts it.
const stored = await library.listRuns({ repo: root });
const resumed = outcomeOf(session.resume(runId));
await untilItHangs();
await Promise.all([session.close(), session.close()]);
said.closed = {
  before: stored.find(({ id }) => id === runId).state,
  resumed: await resumed,
  late: await outcomeOf(session.evaluate(question(right))),
  left: await left(),
};

// A run that was aborted is complete on its second try.
const first = new AbortController();
const begun = await outcomeOf(
  library.evaluate({
    ...question(right),
    signal: first.signal,
    onProgress: ({ event, run }) => {
      if (event === 'run_started') runId = run;
      if (event === 'field') first.abort();
    },
  }),
);
const again = await outcomeOf(library.resume(runId, { repo: root }));
said.resumed = { begun, again, left: await left() };

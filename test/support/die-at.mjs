// Loaded before the command line by tests only: kills the process at one of its effects on the disk.
// HYDRA_TEST_DIE: event:N after the Nth line of the trace, torn:N in the middle of it, rename:NAME before that rename,
// sandbox:N in the moment in which the Nth sandbox starts.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [mode, argument] = (process.env.HYDRA_TEST_DIE ?? '').split(':');
const die = () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

let lines = 0;
const { open, rename } = fs.promises;
fs.promises.open = async (path, ...rest) => {
  const handle = await open(path, ...rest);
  if (!String(path).endsWith('events.jsonl')) return handle;
  const append = handle.appendFile.bind(handle);
  handle.appendFile = async (text) => {
    const batch = text.split(/(?<=\n)/);
    const at = Number(argument) - lines;
    lines += batch.length;
    if ((mode !== 'event' && mode !== 'torn') || batch[at] === undefined) return append(text);
    const fatal = mode === 'torn' ? batch[at].slice(0, batch[at].length / 2) : batch[at];
    await append([...batch.slice(0, at), fatal].join(''));
    return die();
  };
  return handle;
};
fs.promises.rename = (from, to) =>
  mode === 'rename' && String(to).endsWith(argument) ? die() : rename(from, to);
let sandboxes = 0;
const { spawn } = childProcess;
childProcess.spawn = (file, args, options) => {
  const child = spawn(file, args, options);
  const starts = [file, ...(args ?? [])].some((word) => /(^|\/)bwrap$/.test(word));
  if (mode === 'sandbox' && starts && sandboxes++ === Number(argument)) queueMicrotask(die);
  return child;
};
syncBuiltinESMExports();

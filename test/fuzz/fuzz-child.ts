import { runTarget } from './run-target.ts';
import { targets } from './targets.ts';

const [seed, from, to, only = ''] = process.argv.slice(2) as [string, string, string, string?];
/** Reported before each stretch, so that the parent can say where a hang is. */
const STRETCH = 500;

Error.stackTraceLimit = 0;
for (const target of targets()) {
  if (!target.name.includes(only)) continue;
  for (let at = Number(from); at < Number(to); at += STRETCH) {
    process.send?.({ target: target.name, at });
    process.send?.(
      runTarget(target, { seed: Number(seed), from: at, to: Math.min(Number(to), at + STRETCH) }),
    );
  }
}
process.disconnect?.();

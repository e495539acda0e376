import type { JobLimits } from '../../../ports/workspaces.ts';
import { BLOCK_BYTES, KIB } from '../limits/job-limits.ts';
import type { LaunchEnd } from '../launch/ended-by.ts';

/** Exit codes by which an engine reports its own failure; a command's identical codes are mapped to others. */
const ENGINE_CODES = new Set([125, 126, 127]);
const MOVED_BY = 100;
const MEMORY_CODE = 228;
const PROCESSES_CODE = 229;

/**
 * The first process of a container, using only shell built-ins: reads variables from standard input until `go`, then
 * watches that it stays open while the command runs. Our process writes a line now and then; when the lines end, or
 * the kernel has refused processes or memory, everything in the container is killed. The first check makes sure that
 * the kill cannot reach further.
 */
const FIRST_PROCESS = `if [ "$$" -ne 1 ]; then
echo "the container shares the processes of the machine" >&2
exit 125
fi
N='
'
ready=
while IFS= read -r line; do
case $line in go) ready=yes; break ;; *) eval "$line" ;; esac
done
[ -n "$ready" ] || exit 125
exec 3<&0 </dev/null
counted() {
while read -r key value; do
if [ "$key" = "$2" ]; then [ "$value" -gt 0 ]; return; fi
done < "$1"
return 1
}
processes() { counted /sys/fs/cgroup/pids.events max || counted /sys/fs/cgroup/pids/pids.events max; }
memory() { counted /sys/fs/cgroup/memory.events oom_kill || counted /sys/fs/cgroup/memory/memory.oom_control oom_kill; }
{
while read -r _; do
if processes || memory; then break; fi
done
kill -KILL -1
} <&3 >/dev/null 2>&1 &
exec 3<&-
if [ "$5" = joined ]; then exec 2>&1; fi
{
ulimit -c 0
ulimit -n "$2"
ulimit -d "$3"
ulimit -f "$4"
} 2>/dev/null
/bin/sh -c "$1"
code=$?
if [ "$code" -ne 0 ]; then
processes 2>/dev/null && exit ${PROCESSES_CODE}
memory 2>/dev/null && exit ${MEMORY_CODE}
fi
case $code in 125|126|127) code=$((code+${MOVED_BY})) ;; 22[5-9]) code=224 ;; esac
exit "$code"`;

export type ContainerCommand = {
  readonly command: string;
  readonly limits: JobLimits;
  /** Both streams go to one file: an engine does not preserve the order between two. */
  readonly joined: boolean;
};

/** Arguments of the image's shell; shown in the process list, unlike the variables. */
export const containerProcess = ({ command, limits, joined }: ContainerCommand): readonly string[] => {
  const { openFiles, memoryBytes, diskBytes } = limits;
  const most = [openFiles, memoryBytes / KIB, diskBytes / BLOCK_BYTES].map(Math.floor);
  return ['-c', FIRST_PROCESS, 'sh', command, ...most.map(String), joined ? 'joined' : 'apart'];
};

const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** One line per variable, since the shell reads lines. */
const assignment = ([name, value]: readonly [string, string]): string =>
  `export ${name}='${value.replaceAll("'", `'\\''`).replaceAll('\n', `'"$N"'`)}'`;

/** What the first process reads before it runs the command; names that a shell cannot export are left out. */
export const containerInput = (environment: Readonly<Record<string, string>>): string => {
  const variables = Object.entries(environment).filter(([name]) => SHELL_NAME.test(name));
  return [...variables.map(assignment), 'go', ''].join('\n');
};

/** What an engine's exit code means for the command in its container. */
export const readContainerEnd = (code: number, limits: JobLimits): LaunchEnd => {
  if (ENGINE_CODES.has(code)) return { ran: false };
  if (code === PROCESSES_CODE) return { stop: { why: 'processes', most: limits.processes } };
  if (code === MEMORY_CODE) return { stop: { why: 'memory', maxBytes: limits.memoryBytes } };
  return { exitCode: ENGINE_CODES.has(code - MOVED_BY) ? code - MOVED_BY : code };
};

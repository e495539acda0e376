import type { RunRow } from '../api/types.ts';
import { Chip } from './chip.tsx';
import { Icon } from './icon.tsx';

export const LiveDot = () => (
  <Icon name="live" className="size-3 animate-[pulse-soft_1.6s_ease-in-out_infinite] text-accent" />
);

const SOLVED = { true: ['pass', 'solved'], false: ['fail', 'not solved'] } as const;
const VERDICT_TONES: Readonly<Record<string, 'pass' | 'fail' | 'neutral'>> = {
  improved: 'pass',
  regressed: 'fail',
};

/** The state of a run, in one or two words. */
export const RunResult = ({ row }: { readonly row: RunRow }) => {
  if (row.state === 'running')
    return (
      <Chip tone="accent">
        <LiveDot /> running
      </Chip>
    );
  if (row.state !== 'complete')
    return (
      <Chip tone="warn" title={row.reason ?? undefined}>
        {row.state}
      </Chip>
    );
  if (row.kind === 'comparison')
    return <Chip tone={VERDICT_TONES[row.verdict ?? ''] ?? 'neutral'}>{row.verdict ?? 'no verdict'}</Chip>;
  if (row.kind === 'benchmark') {
    const [tone, text] =
      row.solved === null ? (['neutral', 'not measured'] as const) : SOLVED[`${row.solved}`];
    return <Chip tone={tone}>{text}</Chip>;
  }
  if (row.decision === 'leaning') return <Chip tone="warn">undecided</Chip>;
  if (row.winner === null) return <Chip>no winner</Chip>;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 font-medium">
      <Icon name="crown" className="size-3.5 text-accent" />
      <span className="sr-only">winner</span>
      <span className="truncate">{row.winner}</span>
    </span>
  );
};

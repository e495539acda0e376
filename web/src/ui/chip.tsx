import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'pass' | 'fail' | 'warn' | 'accent';

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-sunken text-soft',
  pass: 'bg-pass-soft text-pass',
  fail: 'bg-fail-soft text-fail',
  warn: 'bg-warn-soft text-warn',
  accent: 'bg-accent-soft text-accent',
};

/** A few words on a tint; the words carry the meaning, not the tint. */
export const Chip = ({
  tone = 'neutral',
  title,
  children,
}: {
  readonly tone?: Tone;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) => (
  <span
    className={`inline-flex max-w-full min-w-0 items-center whitespace-nowrap gap-1 rounded px-1.5 py-0.5 text-xs font-medium ${TONES[tone]}`}
    title={title}
  >
    {children}
  </span>
);

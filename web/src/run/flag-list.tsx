import { Link } from '@tanstack/react-router';
import type { Flag, FlagKindInfo } from '../api/types.ts';
import { Chip } from '../ui/chip.tsx';
import { Prose } from '../ui/prose.tsx';

const SEVERITIES = {
  block: ['fail', 'blocks'],
  warn: ['warn', 'warns'],
  off: ['neutral', 'off'],
} as const;

/** Where it is, as a link into the change. */
const Place = ({ run, name, flag }: { readonly run: string; readonly name: string; readonly flag: Flag }) =>
  flag.file === undefined ? null : (
    <Link
      to="/runs/$run/changes"
      params={{ run }}
      search={{ right: name, path: flag.file, ...(flag.line === undefined ? {} : { line: flag.line }) }}
      className="link font-mono text-xs break-all"
    >
      {flag.file}
      {flag.line !== undefined && flag.line > 0 && `:${flag.line}`}
    </Link>
  );

export const FlagList = ({
  run,
  name,
  flags,
  kinds,
}: {
  readonly run: string;
  readonly name: string;
  readonly flags: readonly Flag[];
  readonly kinds: Readonly<Record<string, FlagKindInfo>>;
}) => (
  <ul className="divide-y divide-line">
    {flags.map((flag, index) => {
      const kind = Object.hasOwn(kinds, flag.id) ? kinds[flag.id] : undefined;
      const [tone, word] = SEVERITIES[kind?.severity ?? 'warn'];
      return (
        <li key={`${flag.id}-${index}`} className="space-y-1 px-4 py-3">
          <p className="flex flex-wrap items-center gap-2">
            <Chip tone={tone}>{word}</Chip>
            <strong className="font-medium break-words">{kind?.title ?? flag.id}</strong>
            <Place run={run} name={name} flag={flag} />
          </p>
          <p className="text-sm break-words text-soft">{flag.sentence}</p>
          {flag.evidence !== undefined && (
            <pre className="overflow-x-auto rounded-md bg-sunken px-3 py-2 text-xs whitespace-pre-wrap break-words">
              {flag.evidence}
            </pre>
          )}
          {kind !== undefined && (
            <p className="text-xs text-faint">
              <Prose text={`${kind.meaning} ${kind.advice}`} />
            </p>
          )}
        </li>
      );
    })}
  </ul>
);

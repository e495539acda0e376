import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/transport.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Prose } from './prose.tsx';

export const Empty = ({
  title,
  level = 2,
  children,
}: {
  readonly title: string;
  readonly level?: 1 | 2;
  readonly children?: ReactNode;
}) => {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-3 px-4 py-12 text-center">
      <Heading className="text-lg font-semibold">{title}</Heading>
      <div className="space-y-3 text-soft">{children}</div>
    </div>
  );
};

export const ErrorNote = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) => {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof ApiError ? error.hint : null;
  const missing = error instanceof ApiError && error.code === 'not-in-report';
  return (
    <div
      role={missing ? 'note' : 'alert'}
      className={`flex flex-wrap items-start gap-3 rounded-lg border p-4 ${missing ? 'border-line bg-sunken' : 'border-fail bg-fail-soft'}`}
    >
      {!missing && <Icon name="warn" className="mt-0.5 size-5 text-fail" />}
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{message}</p>
        {hint !== null && (
          <p className="text-sm text-soft">
            <Prose text={hint} />
          </p>
        )}
      </div>
      {retry !== undefined && !missing && <Button onClick={retry}>Try again</Button>}
    </div>
  );
};

export const Loading = ({ what }: { readonly what: string }) => (
  <p
    role="status"
    className="animate-[pulse-soft_1.6s_ease-in-out_infinite] px-4 py-8 text-center text-sm text-faint"
  >
    Loading {what}…
  </p>
);

/** The server's answer, or why there is none. */
export const Answer = <T,>({
  query,
  what,
  heading,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly what: string;
  /** The title of a page that has no title without the answer. */
  readonly heading?: string;
  readonly children: (data: T) => ReactNode;
}) => {
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <div className="space-y-4">
        {heading !== undefined && <h1 className="text-2xl font-semibold tracking-tight">{heading}</h1>}
        <ErrorNote error={query.error} retry={() => void query.refetch()} />
      </div>
    );
  return <Loading what={what} />;
};

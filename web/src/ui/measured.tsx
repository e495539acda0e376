import type { ReactNode } from 'react';
import type { Measured } from '../api/types.ts';

/** A value, or the words "not measured" with the reason. */
export const Value = <T,>({
  of,
  children,
}: {
  readonly of: Measured<T>;
  readonly children: (value: T) => ReactNode;
}) => (of.known ? children(of.value) : <NotMeasured reason={of.reason} />);

export const NotMeasured = ({ reason }: { readonly reason: string }) => (
  <span className="text-faint">
    not measured<span className="sr-only sm:not-sr-only">: {reason}</span>
  </span>
);

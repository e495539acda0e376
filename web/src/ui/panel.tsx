import { type ReactNode, useId } from 'react';

/** A titled part of a page. */
export const Panel = ({
  title,
  aside,
  children,
  flush = false,
  className = '',
}: {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Content reaches the border. */
  readonly flush?: boolean;
  readonly className?: string;
}) => {
  const id = useId();
  return (
    <section
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
      className={`min-w-0 rounded-lg border border-line bg-surface ${className}`}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
          <h2 id={id} className="text-sm font-semibold">
            {title}
          </h2>
          {aside}
        </header>
      )}
      <div className={flush ? 'min-w-0' : 'p-4'}>{children}</div>
    </section>
  );
};

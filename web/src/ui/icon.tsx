import type { ReactNode } from 'react';

const SHAPES = {
  check: <path d="M3.5 8.5l3 3 6-7" />,
  cross: <path d="M4 4l8 8M12 4l-8 8" />,
  warn: <path d="M8 2.5l6 11H2zM8 6.5v3M8 11.6v.1" />,
  block: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M4 4l8 8" />
    </>
  ),
  live: <circle cx="8" cy="8" r="4" fill="currentColor" stroke="none" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.3" />
      <path d="M10.3 10.3L14 14" />
    </>
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8L13 13M13 3l-1.2 1.2M4.2 11.8L3 13" />
    </>
  ),
  moon: <path d="M13.5 9.8A6 6 0 016.2 2.5a6 6 0 107.3 7.3z" />,
  auto: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 2.2v11.6A5.8 5.8 0 008 2.2z" fill="currentColor" stroke="none" />
    </>
  ),
  right: <path d="M6 3.5l4.5 4.5L6 12.5" />,
  down: <path d="M3.5 6L8 10.5 12.5 6" />,
  up: <path d="M3.5 10L8 5.5l4.5 4.5" />,
  keyboard: (
    <>
      <rect x="1.5" y="4" width="13" height="8.5" rx="1.5" />
      <path d="M4 7h.1M6.6 7h.1M9.3 7h.1M12 7h.1M5 10h6" />
    </>
  ),
  crown: <path d="M2.5 12.5h11M3 10.5L2 4.5l3.4 2.6L8 3l2.6 4.1L14 4.5l-1 6z" />,
  flag: <path d="M4 14V2.5M4 3h8l-2 2.8L12 8.5H4" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

/** Decorative: the text next to it has the same meaning. */
export const Icon = ({ name, className = '' }: { readonly name: IconName; readonly className?: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={`shrink-0 ${/\bsize-/.test(className) ? '' : 'size-4'} ${className}`}
  >
    {SHAPES[name]}
  </svg>
);

import type { ButtonHTMLAttributes, ReactNode } from 'react';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

const LOOKS: Readonly<Record<Look, string>> = {
  plain: 'border-line-strong bg-surface text-ink hover:bg-sunken',
  primary: 'border-transparent bg-accent text-on-accent hover:opacity-90',
  danger: 'border-fail bg-surface text-fail hover:bg-fail-soft',
  quiet: 'border-transparent text-soft hover:bg-sunken hover:text-ink',
};

export const buttonClass = (look: Look = 'plain'): string =>
  `inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md border px-3 py-1 text-sm font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-faint disabled:opacity-100 ${LOOKS[look]}`;

export const Button = ({
  look = 'plain',
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly look?: Look; readonly children?: ReactNode }) => (
  <button type="button" className={`${buttonClass(look)} ${className}`} {...rest} />
);

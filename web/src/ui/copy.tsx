import { useState } from 'react';

/** A command to run elsewhere, and a button that copies it. */
export const Command = ({ text }: { readonly text: string }) => {
  const [copied, setCopied] = useState(false);
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-2.5 text-left">
      <code className="min-w-0 text-xs break-all">{text}</code>
      <button
        type="button"
        className="rounded px-1.5 py-0.5 text-xs text-accent hover:bg-surface"
        onClick={() => {
          void navigator.clipboard?.writeText(text).then(() => setCopied(true));
        }}
      >
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      </button>
    </span>
  );
};

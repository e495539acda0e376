import { Fragment } from 'react';

/** Reasons begin in lower case, so that they fit after a colon. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const CODE = /`([^`]{1,400})`/;

/** Hydra's own sentences: text between back quotes is code. Nothing is interpreted as HTML. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>
    {text.split(CODE).map((part, index) =>
      index % 2 === 1 ? (
        <code key={index} className="rounded bg-sunken px-1 py-0.5 text-[0.9em] break-words">
          {part}
        </code>
      ) : (
        <Fragment key={index}>{part}</Fragment>
      ),
    )}
  </>
);

import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** A sheet slides over the right side, a box is centred. */
  readonly as?: 'sheet' | 'box';
};

const SHAPES = {
  sheet: 'inset-y-0 right-0 h-full w-full max-w-2xl border-l',
  box: 'top-[8vh] left-1/2 max-h-[84vh] w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 rounded-xl border',
} as const;

export const Dialog = ({ open, onClose, title, children, as = 'box' }: Props) => (
  <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Base.Portal>
      <Base.Backdrop className="fixed inset-0 z-40 bg-black/35 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
      <Base.Popup
        className={`fixed z-50 flex flex-col overflow-hidden border-line bg-surface shadow-2xl outline-none ${SHAPES[as]}`}
      >
        <header className="flex items-start justify-between gap-4 border-b border-line px-4 py-3">
          <Base.Title className="min-w-0 text-base font-semibold break-words">{title}</Base.Title>
          <Base.Close className="rounded-md p-1 text-soft hover:bg-sunken hover:text-ink" aria-label="Close">
            <Icon name="cross" />
          </Base.Close>
        </header>
        {/* Focusable, so that the keyboard can scroll it. */}
        <div className="min-h-0 flex-1 overflow-y-auto p-4" tabIndex={0} role="region" aria-label="Details">
          {children}
        </div>
      </Base.Popup>
    </Base.Portal>
  </Base.Root>
);

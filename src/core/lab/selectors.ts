import { decision } from './selectors/decision.ts';
import { fitted } from './selectors/fitted.ts';
import { hydra } from './selectors/hydra.ts';
import { lineAgreement } from './selectors/line-agreement.ts';
import { panelSelector } from './selectors/panel.ts';
import { random } from './selectors/random.ts';
import { smallest } from './selectors/smallest.ts';
import type { Selector } from './selector.ts';

/** Every selector that `hydra lab` can measure. */
export const SELECTORS: readonly Selector[] = [
  random,
  smallest,
  lineAgreement,
  panelSelector,
  fitted,
  hydra,
  decision,
];

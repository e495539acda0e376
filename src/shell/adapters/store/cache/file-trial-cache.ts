import { Trial } from '../../../../core/domain/experiment/trial.ts';
import type { TrialCache } from '../../../ports/trial-cache.ts';
import { openDocumentCache } from './document-cache.ts';
import { storeLayout } from '../runs/store-layout.ts';

/** Below `.hydra/cache/trials`. */
export const openTrialCache = (repositoryRoot: string): TrialCache =>
  openDocumentCache(storeLayout(repositoryRoot).trials, 'trial', Trial);

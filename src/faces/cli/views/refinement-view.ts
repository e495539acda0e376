import type { Refinement } from '../../../core/domain/run/refinement.ts';
import { refinementMarkdown } from '../../../core/report/run/refinement-markdown.ts';
import type { Terminal } from '../console/terminal.ts';

export const printRefinement = (
  { print }: Terminal,
  refinement: Refinement,
  { json }: { readonly json?: true },
): void => print(json ? JSON.stringify(refinement, null, 2) : refinementMarkdown(refinement));

import type { SourceIndex } from '../../domain/source/source-index.ts';
import type { BoundaryReader, DeclaredRules } from '../parts/boundary-rule.ts';

/** The Go compiler's own rule: `a/internal/b` belongs to what is below `a`. */
const readGoInternalRule = ({ files }: SourceIndex): DeclaredRules => {
  if (!files.some(({ path }) => path.endsWith('.go'))) return { rules: [], notes: [] };
  return {
    rules: [
      {
        name: 'go-internal',
        forbids: ({ from, to }) => {
          if (!from.endsWith('.go')) return null;
          const parts = to.split('/');
          const at = parts.lastIndexOf('internal');
          const owner = parts.slice(0, Math.max(0, at)).join('/');
          if (at < 0 || owner === '' || from.startsWith(`${owner}/`)) return null;
          return `${from} imports ${to}, which is internal to ${owner}`;
        },
      },
    ],
    notes: [],
  };
};

export const goInternalRule: BoundaryReader = {
  configuration: [],
  rules: readGoInternalRule,
};

import type { Tree } from '../api/types.ts';
import { count, duration, usd } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';

/** Who made the change, how, and the digest of what would be merged. */
export const Origin = ({
  detail: { tree, patchSha256 },
}: {
  readonly detail: { readonly tree: Tree; readonly patchSha256: string | null };
}) => {
  const { source, provenance } = tree;
  const facts = [
    ['Source', source === null ? null : `${source.kind} ${source.at}`],
    ['Author', provenance?.author ?? null],
    ['Agent', provenance?.status ?? null],
    ['Time', provenance?.duration_ms === undefined ? null : duration(provenance.duration_ms)],
    ['Tokens', provenance?.tokens === undefined ? null : count(provenance.tokens)],
    ['Cost', provenance?.usd === undefined ? null : usd(provenance.usd)],
    ['Patch, sha-256', patchSha256],
  ] as const;
  return (
    <Panel title="Where it comes from">
      <dl className="grid gap-3 sm:grid-cols-2">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-faint">{name}</dt>
              <dd className="num text-sm break-all">{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
};

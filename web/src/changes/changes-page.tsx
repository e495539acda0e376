import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { diffQuery, patchQuery, type Sides } from '../api/queries.ts';
import { report } from '../api/transport.ts';
import type { DiffIndex, EvaluationRun } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { Answer, Empty } from '../ui/states.tsx';
import { useMedia } from '../ui/use-media.ts';
import { useEvaluation } from '../run/use-run.ts';
import { FileDiff } from './file-diff.tsx';
import { FileTree } from './file-tree.tsx';

const route = getRouteApi('/runs/$run/changes');
const SELECT = 'h-9 max-w-[16rem] min-w-0 rounded-md border border-line-strong bg-surface px-2 text-sm';

const Bar = ({
  names,
  sides,
  unified,
}: {
  readonly names: readonly string[];
  readonly sides: Sides;
  readonly unified: boolean;
}) => {
  const navigate = route.useNavigate();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label className="flex min-w-0 items-center gap-2 text-sm">
        <span className="text-soft">Change of</span>
        <select
          className={SELECT}
          value={sides.right}
          onChange={({ target }) =>
            void navigate({ search: (now) => ({ view: now.view, left: now.left, right: target.value }) })
          }
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {report === null && (
        <label className="flex min-w-0 items-center gap-2 text-sm">
          <span className="text-soft">against</span>
          <select
            className={SELECT}
            value={sides.left ?? ''}
            onChange={({ target }) =>
              void navigate({
                search: (now) => ({
                  view: now.view,
                  right: now.right,
                  left: target.value === '' ? undefined : target.value,
                }),
              })
            }
          >
            <option value="">the base</option>
            {names
              .filter((name) => name !== sides.right)
              .map((name) => (
                <option key={name}>{name}</option>
              ))}
          </select>
        </label>
      )}
      <div role="group" aria-label="Layout" className="ml-auto flex">
        {(['split', 'unified'] as const).map((view) => (
          <Button
            key={view}
            aria-pressed={unified === (view === 'unified')}
            className="first:rounded-r-none last:rounded-l-none last:border-l-0 aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => void navigate({ search: (now) => ({ ...now, view }), replace: true })}
          >
            {view === 'split' ? 'Side by side' : 'Unified'}
          </Button>
        ))}
      </div>
    </div>
  );
};

const Files = ({
  run,
  index,
  sides,
  unified,
}: {
  readonly run: string;
  readonly index: DiffIndex;
  readonly sides: Sides;
  readonly unified: boolean;
}) => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { files } = index;
  const file =
    files.find(({ path }) => path === search.path) ??
    files.find((one) => one.index === search.file) ??
    files[0];
  if (file === undefined)
    return (
      <Empty title="Nothing changes">
        <p>
          {sides.left === null ? 'This candidate leaves every file as it is.' : 'Both make the same tree.'}
        </p>
      </Empty>
    );
  return (
    <div className="grid overflow-hidden rounded-lg border border-line bg-surface lg:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="border-b border-line lg:border-r lg:border-b-0">
        <p className="num border-b border-line px-4 py-2 text-xs text-faint">
          {plural(files.length, 'file')}
        </p>
        <FileTree
          files={files}
          chosen={file.index}
          onChoose={(chosen) =>
            void navigate({
              search: (now) => ({ ...now, file: chosen, path: undefined, line: undefined }),
              replace: true,
            })
          }
        />
      </div>
      <section aria-label={file.path} className="min-w-0">
        <h2 className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-2 font-mono text-sm break-all">
          {file.oldPath !== null && file.oldPath !== file.path && (
            <span className="text-faint">{file.oldPath} →</span>
          )}
          {file.path}
          <span className="num font-sans text-xs text-faint">
            {file.change}
            {file.role !== null && `, ${file.role}`}
          </span>
        </h2>
        <FileDiff
          key={file.index}
          file={file}
          query={patchQuery(run, sides, file.index)}
          unified={unified}
          line={search.line}
        />
      </section>
    </div>
  );
};

const Changes = ({ run }: { readonly run: EvaluationRun }) => {
  const search = route.useSearch();
  const wide = useMedia('(min-width: 64rem)');
  const names = run.conclusion?.rankings.map(({ agent }) => agent) ?? run.candidates.map(({ name }) => name);
  const right = search.right ?? run.conclusion?.winner ?? names[0] ?? '';
  const sides: Sides = { left: search.left === right ? null : (search.left ?? null), right };
  const unified = search.view === undefined ? !wide : search.view === 'unified';
  const query = useQuery({ ...diffQuery(run.run.id, sides), enabled: right !== '' });
  if (right === '') return <Empty title="No candidate could be applied" />;
  return (
    <div className="space-y-4">
      <Bar names={names} sides={sides} unified={unified} />
      <Answer query={query} what="the change">
        {(index) => <Files run={run.run.id} index={index} sides={sides} unified={unified} />}
      </Answer>
    </div>
  );
};

export const ChangesPage = () => {
  const run = useEvaluation();
  return run === null ? <Empty title="This run has no candidates" /> : <Changes run={run} />;
};

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { matrixQuery, outputQuery } from '../api/queries.ts';
import { report } from '../api/transport.ts';
import type { EvaluationRun, Matrix } from '../api/types.ts';
import { useEvaluation } from '../run/use-run.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { count, plural } from '../ui/format.ts';
import { Answer, Empty } from '../ui/states.tsx';
import { Line } from '../logs/log-view.tsx';
import { HeatMap, type Cell, CODES, CODE_CLASSES } from './heat-map.tsx';

const route = getRouteApi('/runs/$run/tests');

const Legend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
    {Object.entries(CODES).map(([code, { word, sign }]) => (
      <li key={code} className="flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className={`grid size-5 place-items-center rounded-sm text-xs ${CODE_CLASSES[code] ?? ''}`}
        >
          {sign}
        </span>
        {word}
      </li>
    ))}
  </ul>
);

const Output = ({ run, cell }: { readonly run: string; readonly cell: Cell }) => {
  const query = useQuery(outputQuery(run, cell.source, cell.test));
  return (
    <Answer query={query} what="the test's output">
      {(output) => (
        <div className="space-y-3">
          <p className="text-sm text-soft">
            <strong className="font-medium text-ink">{output.outcome ?? 'not run'}</strong> with the source of{' '}
            <span className="break-words">{cell.source}</span>
          </p>
          {output.reason !== null && <p className="text-sm break-words text-faint">{output.reason}</p>}
          {output.text.length > 0 && (
            <div className="overflow-x-auto rounded-md border border-line bg-sunken py-2 font-mono text-xs leading-5">
              {output.text.map((text, index) => (
                <Line
                  key={index}
                  number={(output.from ?? 0) + index + 1}
                  text={text}
                  hit={(output.from ?? 0) + index === output.line}
                />
              ))}
            </div>
          )}
          {output.digest !== null && (
            <Link
              to="/runs/$run/logs/$digest"
              params={{ run, digest: output.digest }}
              search={{
                title: `${cell.source}: tests`,
                ...(output.line === null ? {} : { line: output.line + 1 }),
              }}
              className={buttonClass()}
            >
              Open the whole log
            </Link>
          )}
        </div>
      )}
    </Answer>
  );
};

const Shown = ({
  run,
  matrix,
  all,
}: {
  readonly run: EvaluationRun;
  readonly matrix: Matrix;
  readonly all: boolean;
}) => {
  const navigate = route.useNavigate();
  const { q } = route.useSearch();
  const [cell, setCell] = useState<Cell | null>(null);
  const wanted = q?.toLowerCase();
  const tests = useMemo(
    () =>
      matrix.tests
        .map((_, index) => index)
        .filter(
          (index) =>
            wanted === undefined ||
            `${matrix.tests[index] ?? ''} ${matrix.files[index] ?? ''}`.toLowerCase().includes(wanted),
        ),
    [matrix, wanted],
  );
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <input
          data-search
          type="search"
          aria-label="Filter tests"
          placeholder="Filter tests"
          className="h-9 w-60 max-w-full rounded-md border border-line-strong bg-surface px-2 text-sm placeholder:text-faint"
          value={q ?? ''}
          onChange={({ target }) =>
            void navigate({
              search: (now) => ({ ...now, q: target.value === '' ? undefined : target.value }),
              replace: true,
            })
          }
        />
        <Legend />
        <p className="num ml-auto flex items-center gap-2 text-sm text-soft" role="status">
          {count(tests.length)} of {plural(matrix.total, 'test')}
          {matrix.left > 0 && report === null && (
            <Button
              onClick={() => void navigate({ search: (now) => ({ ...now, all: true }), replace: true })}
            >
              Show {count(matrix.left)} alike ones
            </Button>
          )}
          {all && (
            <Button
              onClick={() => void navigate({ search: (now) => ({ ...now, all: undefined }), replace: true })}
            >
              Only where they differ
            </Button>
          )}
        </p>
      </div>
      {tests.length === 0 ? (
        <Empty title={matrix.tests.length === 0 ? 'All sources pass the same tests' : 'No test matches'}>
          {matrix.tests.length === 0 && <p>No test distinguishes the candidates, and none fails.</p>}
        </Empty>
      ) : (
        <HeatMap matrix={matrix} tests={tests} winner={run.conclusion?.winner ?? null} onOpen={setCell} />
      )}
      <Dialog as="sheet" open={cell !== null} onClose={() => setCell(null)} title={cell?.test ?? ''}>
        {cell !== null && <Output run={run.run.id} cell={cell} />}
      </Dialog>
    </div>
  );
};

export const MatrixPage = () => {
  const run = useEvaluation();
  const { all = false } = route.useSearch();
  const section = run?.sections.matrix;
  const query = useQuery({ ...matrixQuery(run?.run.id ?? '', all), enabled: section?.available === true });
  if (run === null || section === undefined) return <Empty title="This run has no tests" />;
  if (!section.available)
    return (
      <Empty title="There is no test matrix">
        <p>{section.reason}</p>
      </Empty>
    );
  return (
    <Answer query={query} what="the test matrix">
      {(matrix) => <Shown run={run} matrix={matrix} all={all} />}
    </Answer>
  );
};

import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

const route = getRouteApi('/');
const TYPING_PAUSE_MS = 120;

const SELECT =
  'h-9 max-w-full rounded-md border border-line-strong bg-surface px-2 text-sm text-ink hover:bg-sunken';

type Choice = readonly [value: string, label: string];
const KINDS: readonly Choice[] = [
  ['evaluation', 'Evaluations'],
  ['race', 'Races'],
  ['benchmark', 'Benchmarks'],
  ['comparison', 'Comparisons'],
];
const STATES: readonly Choice[] = [
  ['running', 'Running'],
  ['complete', 'Complete'],
  ['unfinished', 'Unfinished'],
  ['unreadable', 'Unreadable'],
];
const WINNERS: readonly Choice[] = [
  ['any', 'With a winner'],
  ['none', 'Without a winner'],
];
const TIMES: readonly Choice[] = [
  ['hour', 'Last hour'],
  ['day', 'Last day'],
  ['week', 'Last week'],
  ['month', 'Last month'],
];
const SORTS: readonly Choice[] = [
  ['-started', 'Newest first'],
  ['started', 'Oldest first'],
  ['-duration', 'Longest first'],
  ['-cost', 'Most expensive first'],
  ['-candidates', 'Most candidates first'],
  ['title', 'By title'],
  ['winner', 'By winner'],
];

const Choose = ({
  label,
  all,
  choices,
  value,
  onChange,
}: {
  readonly label: string;
  readonly all?: string;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) => (
  <select
    aria-label={label}
    className={SELECT}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
  >
    {all !== undefined && <option value="">{all}</option>}
    {choices.map(([id, name]) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </select>
);

/** Typed text shows at once; the list follows after a pause. */
const Search = () => {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(q ?? '');
  const sent = useRef(q ?? '');
  useEffect(() => {
    if ((q ?? '') !== sent.current) setTyped(q ?? '');
    sent.current = q ?? '';
  }, [q]);
  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      void navigate({ search: (now) => ({ ...now, q: typed === '' ? undefined : typed }), replace: true });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, navigate]);
  return (
    <label className="relative min-w-0 grow basis-56">
      <span className="sr-only">Search runs by title, base, candidate or id</span>
      <Icon name="search" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-faint" />
      <input
        data-search
        type="search"
        className="h-9 w-full rounded-md border border-line-strong bg-surface pr-2 pl-8 text-sm placeholder:text-faint"
        placeholder="Search title, base, candidate or id"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
};

export const FilterBar = () => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (name: 'kind' | 'state' | 'winner' | 'when' | 'sort') => (value: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, [name]: value }), replace: true });
  const filtered = [search.q, search.kind, search.state, search.winner, search.when].some(
    (value) => value !== undefined,
  );
  return (
    <div role="search" aria-label="Runs" className="flex flex-wrap gap-2">
      <Search />
      <Choose label="Kind" all="All kinds" choices={KINDS} value={search.kind} onChange={set('kind')} />
      <Choose label="State" all="All states" choices={STATES} value={search.state} onChange={set('state')} />
      <Choose
        label="Winner"
        all="Any result"
        choices={WINNERS}
        value={search.winner}
        onChange={set('winner')}
      />
      <Choose label="Started" all="Any time" choices={TIMES} value={search.when} onChange={set('when')} />
      <Choose
        label="Order"
        choices={SORTS}
        value={search.sort ?? '-started'}
        onChange={(value) => set('sort')(value === '-started' ? undefined : value)}
      />
      {filtered && (
        <Button look="quiet" onClick={() => void navigate({ search: { sort: search.sort }, replace: true })}>
          Clear filters
        </Button>
      )}
    </div>
  );
};

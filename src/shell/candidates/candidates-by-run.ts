import { activeFlags, integrityGate } from '../../core/conclude/integrity.ts';
import type { ConventionEvidence } from '../../core/dimensions/convention/convention-evidence.ts';
import type { TrustPolicy } from '../../core/domain/policy/trust-policy.ts';
import { conventionCard } from '../../core/dimensions/convention/convention-card.ts';
import { describeFaults } from '../../core/patch/describe-faults.ts';
import { throwIfAborted } from '../errors/abort-error.ts';
import { captureDiff } from '../evaluate/change/capture-diff.ts';
import { captureFlags } from '../evaluate/change/capture-flags.ts';
import type { Copies } from '../ports/copies.ts';
import type { Base } from '../ports/git-repository.ts';
import type { PatchTools } from '../ports/patch-tools.ts';
import type { Tools } from '../ports/tools.ts';
import { captureConvention, type ConventionBase, describeBase } from '../sources/capture-conventions.ts';
import { loadConfig } from '../plan/plan-evaluation.ts';
import {
  type CandidateResult,
  detailsOf,
  type GivenCandidate,
  nameOf,
  writeCandidate,
} from './candidate-results.ts';
import { execFacts, type ScoreBreakdown, toBreakdown } from '../conventions/convention-scores.ts';
import { readRunReport } from './read-run-report.ts';

/** Runs the checks on a folder that holds the candidate, and returns their results. */
export type RunChecks<Candidate, Report> = (folder: string, candidate: Candidate) => Report | Promise<Report>;

type Field = {
  readonly tools: Tools;
  readonly base: Base;
  readonly baseFiles: readonly string[];
  readonly described: ConventionBase;
  readonly trust: TrustPolicy;
  readonly copies: Copies;
  readonly patches: Pick<PatchTools, 'apply'>;
  readonly scratch: string;
};

type Outcome<Report> = Pick<CandidateResult<unknown, Report>, 'score' | 'report' | 'mergeable' | 'reason'>;

const out = (reason: string): Outcome<never> => ({ score: null, report: null, mergeable: false, reason });

/** The gates that do not need anything to run. */
const shutGate = async ({ tools, base, baseFiles, trust }: Field, tree: string): Promise<string | null> => {
  const measured = await captureDiff(tools, base.tree, tree);
  const diff = measured.known ? measured.value : null;
  if (diff !== null && !diff.effect) return 'not mergeable: no_change';
  const { flags } = await captureFlags(tools, { baseTree: base.tree, tree, diff, baseFiles });
  const stopped = integrityGate(activeFlags(flags, trust), trust);
  return stopped === null ? null : `not mergeable: integrity: ${stopped}`;
};

const runInCopy = async <Candidate, Report>(
  { copies, patches, base, tools: { signal } }: Field,
  { ops, candidate }: GivenCandidate<Candidate>,
  run: RunChecks<Candidate, Report>,
): Promise<{ readonly report: Report } | { readonly failed: string }> => {
  const copy = await copies.make(base.commit);
  try {
    const applied = await patches.apply(copy.root, ops);
    if (!applied.ok) return { failed: `is refused: ${describeFaults(applied.faults)}` };
    try {
      const report = await run(copy.root, candidate);
      throwIfAborted(signal);
      return { report };
    } catch (error) {
      throwIfAborted(signal);
      return { failed: `run failed: ${error instanceof Error ? error.message : String(error)}` };
    }
  } finally {
    await copy.remove();
  }
};

const scoreOf = (
  seen: ConventionEvidence,
  read: Extract<ReturnType<typeof readRunReport>, { ok: true }>,
): ScoreBreakdown => {
  const { schema_errors } = read.exec;
  const given = typeof schema_errors === 'number' ? { known: true as const, value: schema_errors } : null;
  const facts = { ...seen, schema_errors: given ?? seen.schema_errors };
  return toBreakdown(conventionCard(facts, execFacts(read.exec)), detailsOf(seen));
};

const examine = async <Candidate, Report>(
  field: Field,
  one: GivenCandidate<Candidate>,
  run: RunChecks<Candidate, Report>,
): Promise<Outcome<Report>> => {
  const { tools, base, described, scratch } = field;
  const at = await writeCandidate(tools.files, scratch, one);
  const imported = await tools.repository.importCandidate(base, { kind: 'ops', at });
  if (!imported.ok) return out(`is refused: ${imported.reason}`);
  const shut = await shutGate(field, imported.tree);
  const seen = await captureConvention(tools.repository, await tools.conventions(), described, imported.tree);
  const ran = await runInCopy(field, one, run);
  if ('failed' in ran) return out(ran.failed);
  const { report } = ran;
  const read = readRunReport(report);
  if (!read.ok) return { ...out(read.reason), report };
  const gates = Object.keys(read.details.gates ?? {}).join(', ');
  const theirs = read.mergeable ? null : `not mergeable${gates === '' ? '' : `: ${gates}`}`;
  const reason = shut ?? theirs;
  return { score: scoreOf(seen, read), report, mergeable: reason === null, reason };
};

/** Every candidate in its own copy, checked by the caller's function, one after the other. */
export const evaluateByRun = async <Candidate, Report>(
  tools: Tools,
  { copies, patches }: Pick<Field, 'copies' | 'patches'>,
  given: readonly GivenCandidate<Candidate>[],
  run: RunChecks<Candidate, Report>,
): Promise<readonly CandidateResult<Candidate, Report>[]> => {
  const { repository, files } = tools;
  const base = await repository.resolveBase('HEAD');
  const { config } = await loadConfig(tools, base);
  const scratch = await files.makeFolder('candidates');
  try {
    const field: Field = {
      tools,
      base,
      scratch,
      trust: config.trust,
      baseFiles: await repository.listFiles(base.tree),
      described: await describeBase(repository, await tools.conventions(), base.tree),
      copies,
      patches,
    };
    const results: CandidateResult<Candidate, Report>[] = [];
    for (const one of given) {
      throwIfAborted(tools.signal);
      const { index, candidate, refused } = one;
      const outcome = refused === null ? await examine(field, one, run) : out(refused);
      results.push({ index, name: nameOf(index), candidate, ...outcome });
    }
    return results;
  } finally {
    await files.removeFolder(scratch);
  }
};

import { severityOf } from '../../core/conclude/integrity.ts';
import { racePolicyOf } from '../../core/conclude/race-policy-of.ts';
import { stoppedAfter } from '../../core/domain/check/check-outcome.ts';
import { BASELINE } from '../../core/domain/evidence/baseline.ts';
import type { CheckRun, Evidence, TreeEvidence } from '../../core/domain/evidence/evidence.ts';
import { mapMeasured } from '../../core/domain/measured.ts';
import type { CandidateView, CheckView } from '../../core/domain/window/candidate-view.ts';
import { toContract } from '../../core/report/run/json-contract.ts';
import { maskSecrets } from '../../core/report/text/mask-secrets.ts';
import { markedFindings } from '../../core/view/diff-notes.ts';
import { explainCandidate } from '../../core/view/explain-candidate.ts';
import { baselineView, treeView } from '../../core/view/tree-view.ts';
import { UserError } from '../errors/user-error.ts';
import type { StoredRun } from '../ports/run-store.ts';
import { mergeOffer } from '../stored/merge-offer.ts';
import { treeOf } from '../stored/read-stored.ts';
import { filesOfCheck, filesOfRun, type RunFiles } from './check-files.ts';
import { findStored } from './find-run.ts';
import type { WindowTools } from './window-tools.ts';

const statusOf = ({ outcome }: CheckRun): CheckView['status'] =>
  outcome.status === 'exited' ? (outcome.exitCode === 0 ? 'passed' : 'failed') : outcome.status;

const reasonOf = ({ outcome }: CheckRun): string | null => {
  if (outcome.status === 'timed-out') return stoppedAfter(outcome);
  if (outcome.status === 'killed') return `killed by ${outcome.signal}`;
  return outcome.status === 'not-started' ? outcome.reason : null;
};

const checkView = (files: RunFiles, run: CheckRun): CheckView => {
  const { check, outcome, reused } = run;
  const started = outcome.status === 'not-started' ? null : outcome;
  return {
    name: check.name,
    kind: check.kind,
    command: maskSecrets(check.command).text,
    status: statusOf(run),
    exitCode: outcome.status === 'exited' ? outcome.exitCode : null,
    durationMs: started?.durationMs ?? null,
    reused,
    reason: reasonOf(run),
    ...filesOfCheck(files, run),
  };
};

/** Lists that have routes of their own, or are too long to read whole. */
const withoutLists = (tree: TreeEvidence | Evidence): Record<string, unknown> => {
  const { runs: _runs, tests, lint, types, ...rest } = tree;
  return {
    ...rest,
    tests: mapMeasured(tests, ({ outcomes: _outcomes, files: _files, ...counts }) => counts),
    lint: mapMeasured(lint, ({ findings: _findings, ...counts }) => counts),
    ...(types === undefined
      ? {}
      : { types: mapMeasured(types, ({ findings: _findings, ...counts }) => counts) }),
  };
};

const outcomeOf = async (
  { store }: WindowTools,
  id: string,
  name: string,
): Promise<CandidateView['outcome']> => {
  const found = (await store.outcomes()).find((one) => one.run === id && one.candidate === name);
  return found === undefined ? null : { candidate: name, right: found.right, at: found.at };
};

const NOTHING: Omit<CandidateView, 'name' | 'rejected'> = {
  ranking: null,
  tree: null,
  authorship: null,
  patchSha256: null,
  checks: [],
  findings: [],
  flags: [],
  capabilities: [],
  explanation: null,
  evidence: {},
  outcome: null,
};

const rejectedView = ({ captured }: StoredRun, name: string): CandidateView | null => {
  const rejected = captured.rejected.find(({ candidate }) => candidate.name === name);
  return rejected === undefined ? null : { ...NOTHING, name, rejected: rejected.reason };
};

/** Everything about one candidate of a finished run, or about its baseline. */
export const candidateView = async (
  tools: WindowTools,
  wanted: string,
  name: string,
): Promise<CandidateView> => {
  const stored = await findStored(tools, wanted);
  const rejected = rejectedView(stored, name);
  if (rejected !== null) return rejected;
  const tree = treeOf(stored, name);
  const { captured, config, id } = stored;
  const files = await filesOfRun(tools, id);
  const shared = {
    ...NOTHING,
    name,
    rejected: null,
    checks: tree.runs.map((run) => checkView(files, run)),
    evidence: withoutLists(tree),
  };
  if (name === BASELINE)
    return { ...shared, tree: baselineView(tree), findings: markedFindings(captured, null) };
  const evidence = captured.evidence.find(({ candidate }) => candidate.name === name);
  const conclusion = toContract(stored.conclusion);
  const ranking = conclusion.rankings.find(({ agent }) => agent === name);
  const exact = stored.conclusion.rankings.find(({ agent }) => agent === name);
  if (evidence === undefined || ranking === undefined || exact === undefined)
    throw new UserError('unknown-candidate', `${name} was not ranked in run ${id}`, `\`hydra verify ${id}\``);
  // Names come from the change; without it, numbers are still explained.
  const patch = await tools.store.readPatch(id, name).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  );
  return {
    ...shared,
    ranking,
    tree: treeView(evidence, mergeOffer(stored, exact)),
    authorship: evidence.authorship ?? null,
    patchSha256: evidence.patchSha256,
    findings: markedFindings(captured, evidence),
    flags: ranking.flags.map((flag) => ({ ...flag, severity: severityOf(flag.id, config.trust) })),
    capabilities: ranking.capabilities ?? [],
    explanation: explainCandidate(captured, racePolicyOf(config), exact, {
      inputs: tools.runs.inputs(stored),
      patch,
    }),
    outcome: await outcomeOf(tools, id, name),
  };
};

import type { ChangeAnalysis } from '../../core/domain/evidence/assessment.ts';
import type { Base } from '../ports/git-repository.ts';
import type { Tools } from '../ports/tools.ts';
import { UserError } from '../errors/user-error.ts';
import { assessTrees, type QualityFormula } from './assess-trees.ts';
import { planEvaluation } from '../plan/plan-evaluation.ts';

export type AnalysisOptions = {
  /** The base of the change: a ref, or two with `..` between them. Absent: HEAD, or nothing if files are given. */
  readonly diff?: string;
  /** Files and folders from the top of the repository; empty: all. */
  readonly files?: readonly string[];
  /** False: only analysers that come with Hydra. */
  readonly programs?: boolean;
  /** Install dependencies in the sandboxed copy, so that the repository's own linter is there. */
  readonly install?: boolean;
  /** `change`: what the change adds to its base (default). `absolute`: the documented formula. */
  readonly formula?: QualityFormula;
};

type Change = { readonly base: Base; readonly tree: string };

const workTree = async ({ repository }: Tools, base: Base): Promise<string> => {
  const source = { kind: 'folder', at: repository.root } as const;
  const imported = await repository.importCandidate(base, source);
  if (imported.ok) return imported.tree;
  throw new UserError('work-tree', `The work tree ${imported.reason}.`, 'Name two commits: --diff A..B.');
};

const changeOf = async (tools: Tools, diff: string): Promise<Change> => {
  const at = diff.indexOf('..');
  const base = await tools.repository.resolveBase(at < 0 ? diff : diff.slice(0, at));
  if (at < 0) return { base, tree: await workTree(tools, base) };
  const { tree } = await tools.repository.resolveBase(diff.slice(at + 2).replace(/^\./, '') || 'HEAD');
  return { base, tree };
};

const wantedBy = (files: readonly string[]): ((path: string) => boolean) => {
  const asked = files.map((file) => file.replace(/^(?:\.\/)+/, '').replace(/\/+$/, ''));
  if (asked.length === 0 || asked.includes('.') || asked.includes('')) return () => true;
  return (path) => asked.some((one) => path === one || path.startsWith(`${one}/`));
};

/** A missing file must not get a clean report. */
const requireFiles = async ({ repository }: Tools, tree: string, files: readonly string[]): Promise<void> => {
  const known = await repository.listFiles(tree);
  const strange = files.find((file) => !known.some(wantedBy([file])));
  if (strange === undefined) return;
  throw new UserError(
    'unknown-file',
    `There is no file ${strange} to analyse.`,
    'Give files and folders from the top of the repository that git does not ignore.',
  );
};

/** The assessments of a benchmark, on any change or any files. */
export const analyseWorkTree = async (tools: Tools, options: AnalysisOptions): Promise<ChangeAnalysis> => {
  const { diff, files = [], programs = true, install = false, formula } = options;
  const { base, tree } = await changeOf(tools, diff ?? 'HEAD');
  const whole = diff === undefined && files.length > 0;
  if (whole) await requireFiles(tools, tree, files);
  const { config, plan } = install
    ? await planEvaluation(tools, base)
    : { config: undefined, plan: { install: null } };
  const { quality, security } = await assessTrees(tools, {
    base,
    tree,
    programs,
    whole,
    only: wantedBy(files),
    install: plan.install,
    ...(formula === undefined ? {} : { formula }),
    ...(config === undefined ? {} : { sandbox: config.sandbox }),
  });
  return {
    files: Object.entries(quality.details.languages).flatMap(([language, { files: of }]) =>
      Object.entries(of).map(([path, { changed_loc }]) => ({ path, language, changed_loc })),
    ),
    quality,
    security,
  };
};

import { join } from 'node:path';
import type { InstallPlan } from '../../core/domain/source/repo-facts.ts';
import type { SandboxPolicy } from '../../core/domain/policy/sandbox-policy.ts';
import type { ToolSandbox } from '../ports/assessment.ts';
import type { Base, GitRepository } from '../ports/git-repository.ts';
import type { Tools } from '../ports/tools.ts';
import type { Workspace } from '../ports/workspaces.ts';
import { InfrastructureError } from '../errors/user-error.ts';
import { assessChange, type ChangeAssessment, PROGRAMS } from './assess-change.ts';
import { type ReadChange, readChangedFiles, type ReadSourceFile } from './read-changed-files.ts';
import { closedSandbox, openToolSandbox } from './tool-sandbox.ts';
import { languageOf } from '../../core/languages/languages.ts';

const MAX_CHARACTERS = 1_000_000;
const MAX_FILES = 1_000;

/** Files as they are, with all lines: to analyse files rather than a change. */
const readWholeFiles = async (
  repository: Pick<GitRepository, 'listFiles' | 'readText'>,
  tree: string,
  isWanted: (path: string) => boolean,
): Promise<ReadChange> => {
  const written = (await repository.listFiles(tree)).filter(isWanted).toSorted();
  const sources = written.filter((path) => languageOf(path) !== null);
  if (sources.length > MAX_FILES)
    return { files: [], others: [], written, notes: [], tooMuch: `more than ${MAX_FILES} source files` };
  const files: ReadSourceFile[] = [];
  const notes: string[] = [];
  for (const path of sources) {
    const text = await repository.readText(tree, path);
    if (text === null) notes.push(`${path} was left out: it is not a regular file`);
    else if (text.length > MAX_CHARACTERS)
      notes.push(`${path} was left out: it is larger than ${MAX_CHARACTERS} characters`);
    else files.push({ path, text, spans: null, before: null });
  }
  return { files, others: [], written, notes };
};

export type AssessTools = Pick<
  Tools,
  'repository' | 'files' | 'formatters' | 'bundledAnalysers' | 'openWorkspaces' | 'readEnvironment'
>;

export type AssessRequest = {
  readonly base: Pick<Base, 'commit' | 'tree'>;
  /** The base's tree with the change applied. */
  readonly tree: string;
  /** Also run this machine's linters and scanners, in a sandboxed copy without a network. */
  readonly programs: boolean;
  /** How dependencies are installed for them; absent: not at all. */
  readonly install?: InstallPlan | null;
  readonly sandbox?: SandboxPolicy;
  /** Paths to look at; absent: all. */
  readonly only?: (path: string) => boolean;
  /** All lines of those paths, changed or not. */
  readonly whole?: boolean;
  /** How quality is scored; `change` by default, and always `absolute` with `whole`. */
  readonly formula?: QualityFormula;
};

const NOT_ASKED = closedSandbox('programs of the machine were not asked');

const openWorkspace = async (tools: AssessTools, request: AssessRequest): Promise<Workspace> => {
  const { base, tree, install = null, sandbox } = request;
  const workspaces = await tools.openWorkspaces({
    environment: tools.readEnvironment(install?.environment ?? []),
    ...(sandbox === undefined ? {} : { sandbox }),
  });
  const folder = await tools.files.makeFolder('assess');
  try {
    const prepared = await workspaces.prepareBase(base.commit, install, join(folder, 'install.log'));
    if (prepared.installed.status === 'failed')
      throw new InfrastructureError(
        'assess-install',
        `dependencies could not be installed: ${prepared.installed.reason}`,
        'Run `hydra doctor`.',
      );
    return await workspaces.create(prepared, await tools.repository.changes(base.tree, tree), 'assess');
  } finally {
    await tools.files.removeFolder(folder);
  }
};

const sandboxFor = (tools: AssessTools, request: AssessRequest): ToolSandbox =>
  request.programs ? openToolSandbox(tools.files, () => openWorkspace(tools, request), PROGRAMS) : NOT_ASKED;

const readChange = async ({ repository }: AssessTools, request: AssessRequest) => {
  const { base, tree, only = () => true, whole = false } = request;
  if (whole) return readWholeFiles(repository, tree, only);
  const change = await readChangedFiles(repository, { baseTree: base.tree, tree });
  return {
    ...change,
    files: change.files.filter(({ path }) => only(path)),
    others: change.others.filter(({ path }) => only(path)),
    written: change.written.filter(only),
  };
};

type Bundled = Pick<AssessTools, 'repository' | 'formatters' | 'bundledAnalysers'>;

/** `change`: against the base. `absolute`: as documented, regardless of who wrote the code. */
export type QualityFormula = 'change' | 'absolute';

type Sides = {
  readonly tree: string;
  readonly sandbox: ToolSandbox;
  /** Null: nothing to compare with. */
  readonly base: { readonly tree: string; readonly sandbox: ToolSandbox } | null;
};

const assessWith = async (
  tools: Bundled,
  { tree, sandbox, base }: Sides,
  change: ReadChange,
): Promise<ChangeAssessment> => {
  const readerOf = (of: string) => (path: string) => tools.repository.readText(of, path);
  return assessChange(
    {
      bundled: await tools.bundledAnalysers(),
      formatters: tools.formatters,
      sandbox,
      readText: readerOf(tree),
      ...(base === null ? {} : { base: { sandbox: base.sandbox, readText: readerOf(base.tree) } }),
    },
    change,
  );
};

/** Only by analysers that come with Hydra: the same on every machine. */
export const assessBundled = async (
  tools: Bundled,
  { base, tree, formula = 'change' }: Pick<AssessRequest, 'base' | 'tree' | 'formula'>,
): Promise<ChangeAssessment> =>
  assessWith(
    tools,
    {
      tree,
      sandbox: NOT_ASKED,
      base: formula === 'absolute' ? null : { tree: base.tree, sandbox: NOT_ASKED },
    },
    await readChangedFiles(tools.repository, { baseTree: base.tree, tree }),
  );

/** Quality and security of the change from one tree to another: for benchmarks, races, agents and the command line. */
export const assessTrees = async (tools: AssessTools, request: AssessRequest): Promise<ChangeAssessment> => {
  const { base, tree, whole = false, formula = 'change' } = request;
  const change = await readChange(tools, request);
  const sandbox = sandboxFor(tools, request);
  const before = sandboxFor(tools, { ...request, tree: base.tree });
  const isCompared = !whole && formula === 'change';
  try {
    return await assessWith(
      tools,
      { tree, sandbox, base: isCompared ? { tree: base.tree, sandbox: before } : null },
      change,
    );
  } finally {
    await sandbox.dispose();
    await before.dispose();
  }
};

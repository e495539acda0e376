import { type MergeManifest, mergeSections } from '../../parts/manifest-merge.ts';

const TOOL_SECTION =
  /^tool(?:[.:](?:pytest|coverage|ruff|mypy|black|isort|pylint|flake8|tox|nox|bandit|pyright|pydocstyle|pycodestyle|yapf|autopep8|vulture|doc8|interrogate|mutmut|check-|towncrier|basedpyright|pyrefly|ty)(?:[.:].*)?)?$/;
const INI_TOOL_SECTION =
  /^(?:tool:.*|pytest|flake8.*|mypy.*|coverage.*|pylint.*|isort|pycodestyle|pydocstyle|pep8|yapf|bandit|doc8|unittest|nosetests|aliases|tox.*)$/;

/** A name that cannot be read plainly is assumed to be a tool's. */
const isTomlTool = (name: string): boolean => name === '' || name.includes('\\') || TOOL_SECTION.test(name);
const isIniTool = (name: string): boolean => name === '' || INI_TOOL_SECTION.test(name);

export const mergePyproject: MergeManifest = (base, own) => mergeSections(base, own, isTomlTool);
export const mergeSetupCfg: MergeManifest = (base, own) => mergeSections(base, own, isIniTool);

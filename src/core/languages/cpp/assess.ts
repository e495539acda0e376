import { missing } from '../../domain/measured.ts';
import { baseName } from '../../domain/source/path-parts.ts';
import { type AssessmentJob, type Assessor, quoteAll, type ToolOutcome } from '../parts/assessor.ts';
import { BUILD_FOLDER } from './paths.ts';

const CONFIGURATION = '.clang-tidy';

/** By the repository's rules alone: the defaults of clang-tidy are not the project's choice. */
const lint = async (job: AssessmentJob): Promise<readonly ToolOutcome[]> => {
  const tool = 'clang-tidy';
  if (job.changed.has(CONFIGURATION) || (await job.readText(CONFIGURATION)) === null)
    return [{ tool, result: missing('not-configured', `there is no ${CONFIGURATION} of the base`) }];
  const command = `clang-tidy -p ${BUILD_FOLDER} --quiet ${quoteAll(job)}`;
  return [await job.lint({ tool, program: 'clang-tidy', command, parser: 'clang-tidy' })];
};

const scan = (): Promise<readonly ToolOutcome[]> =>
  Promise.resolve([
    {
      tool: 'security of C and C++',
      result: missing('not-configured', 'nothing here scans the code of C and C++'),
    },
  ]);

export const cppAssessor: Assessor = {
  name: 'cpp',
  place: 7,
  programs: ['clang-tidy'],
  isManifest: (path) =>
    /^(?:CMakeLists\.txt|vcpkg\.json|conanfile\.(?:txt|py)|conan\.lock)$/.test(baseName(path)),
  lint,
  scan,
};

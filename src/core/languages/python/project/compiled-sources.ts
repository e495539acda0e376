import type { RepoFacts } from '../../../domain/source/repo-facts.ts';
import { isInstallable, type PythonProject } from './project.ts';

/** Sources of extension modules. */
const SOURCES = '.c .cc .cpp .cxx .pyx .rs .f .f90 .f95 .F .F90 .for .cu .m .mm .zig .asm .s .S .i'.split(
  ' ',
);
/** What they include, and how they are built. */
const BESIDE =
  '.h .hh .hpp .hxx .inc .pxd .pxi .in .src .tp .def .cmake /CMakeLists.txt /meson.build /meson.options /meson_options.txt /Cargo.toml /Cargo.lock /build.py /_build.py'.split(
    ' ',
  );
/** Backends that compile nothing unless they are told to. */
const PLAIN_BACKENDS = /^(?:setuptools|flit|hatchling|poetry|pdm|uv_build)/;
const TOLD_TO =
  /ext[_-]modules|Extension\s*\(|cythonize|rust|cffi|mypyc|cmake|meson|cmdclass|subprocess|build\.hooks|\bhooks\.|poetry\.build|pdm\.build/i;
/** Python itself is compiled. */
const COMPILES_PYTHON = /mypyc|cythonize\s*\([^)]*\.py\b/;
/** Python files that C code is written by. */
const WRITES_CODE = /["']([\w./-]{1,200}\.py):\w+["']/g;

const mayCompile = (project: PythonProject, texts: string): boolean => {
  const backend = /^\s*build-backend\s*=\s*["']([\w.:-]{1,200})/m.exec(project.text('pyproject.toml'))?.[1];
  return (backend !== undefined && !PLAIN_BACKENDS.test(backend)) || TOLD_TO.test(texts);
};

/** How paths of sources end that `pip install -e .` compiles; empty: it only links to them. */
export const compiledSources = ({ files }: RepoFacts, project: PythonProject): readonly string[] => {
  const texts = ['setup.py', 'setup.cfg', 'pyproject.toml'].map(project.text).join('\n').slice(0, 200_000);
  if (!isInstallable(project) || !mayCompile(project, texts)) return [];
  const python = COMPILES_PYTHON.test(texts) ? ['.py'] : [];
  const writers = [...texts.matchAll(WRITES_CODE)].map(([, path]) => `/${path}`);
  const present = files.some((path) => SOURCES.some((ending) => path.endsWith(ending)));
  if (!present && python.length + writers.length === 0) return [];
  return [...SOURCES, ...BESIDE, ...python, ...writers];
};

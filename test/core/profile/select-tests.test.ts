import { expect, test } from 'vitest';
import { readableCommand } from '../../../src/core/profile/readable-command.ts';

const select = (command: string) => readableCommand('test', command).select;

test.each([
  ['node --test', ['--test', '{files}']],
  ['node --test test/', ['--test {files}']],
  ['node --import tsx --test "test/**/*.ts"', ['--import tsx --test {files}']],
  ['mocha -r ts-node/register test/**/*.js', ['mocha -r ts-node/register {files}']],
  ['jest src --coverage', ['jest --runTestsByPath {files}']],
  ['vitest run src', ['vitest run {files}']],
  ['pytest -q tests -k fast', ['pytest -q -k fast {files}']],
  ['python3 -m pytest tests', ['python3 -m pytest {files}']],
  [
    'python -m pytest --cov humanize --cov tests --cov-report html --cov-report=xml --cov --color yes tests',
    ['python -m pytest --color yes {files}'],
  ],
  [
    'python tests/runtests.py --parallel 1 utils_tests',
    ['unittest_script.py" --files {files} -- tests/runtests.py --parallel 1'],
  ],
  ['coverage run --source a ./runtests.py', ['python3 "$HYDRA_REPORTERS/', '-- ./runtests.py']],
  ['./manage.py test shop -v 2', ['python3 "$HYDRA_REPORTERS/', '--files {files} -- ./manage.py test -v 2']],
  ['tsc && node --test', ['tsc && node', '--test {files}']],
])('%s takes files', (command, parts) => {
  for (const part of parts) expect(select(command)).toContain(part);
});

test('arguments after the runner are not about tests', () => {
  expect(select('node --test && tsc')).not.toContain('tsc');
});

test('unittest finds files by their pattern, from where it starts', () => {
  expect(select('python3 -m unittest discover -s tests -p "check_*.py"')).toMatch(
    /^for file in \{files\}; do python3 .*discover -s tests -p "\$\{file##\*\/\}" ; done$/,
  );
});

test.each([
  'go test ./...',
  'cargo test',
  'mvn test',
  'make test',
  'mocha a && mocha b',
  'python3 -m unittest tests.test_a',
  'python manage.py migrate',
])('%s only runs whole', (command) => {
  expect(select(command)).toBeNull();
});

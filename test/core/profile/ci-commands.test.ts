import { expect, test } from 'vitest';
import { ciFiles, readCiCommands } from '../../../src/core/profile/ci-commands.ts';

const WORKFLOW = `name: CI
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: sudo apt-get install -y libfoo
      - name: Install
        run: |
          pip install -U pip
          pip install \\
            -e .[dev]
      - run: "ruff check ."
      - run: mypy src
      - run: cmake .. $OPTIONS || (rm -rf * && cmake ..)
      - run: python \${{ matrix.flags }} -m pytest
      - run: >-
          pytest -x
          tests
      - run: make test-release && twine upload dist/*
`;

test('the first usable command of each kind', () => {
  expect(readCiCommands([WORKFLOW])).toEqual({
    install: 'pip install -U pip && pip install  -e .[dev]',
    lint: 'ruff check .',
    types: 'mypy src',
    test: 'pytest -x tests',
  });
});

test('GitLab', () => {
  const text =
    'image: x\ntest:\n  before_script:\n    - bundle install\n  script:\n    - rake test\n    - "rubocop"\n';
  expect(readCiCommands([text])).toEqual({ install: 'bundle install', test: 'rake test', lint: 'rubocop' });
});

test('files about tests come first, and releases are left alone', () => {
  const paths = [
    '.gitlab-ci.yml',
    'a.yml',
    ...['zoo', 'ci', 'release'].map((name) => `.github/workflows/${name}.yml`),
  ];
  expect(ciFiles(paths)).toEqual(['.github/workflows/ci.yml', '.github/workflows/zoo.yml', '.gitlab-ci.yml']);
  expect(readCiCommands(['', ': : :', 'run', '- run:'])).toEqual({});
});

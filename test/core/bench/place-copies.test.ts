import { expect, test } from 'vitest';
import { placeCopies } from '../../../src/core/bench/place-copies.ts';

const FILES = ['a.py', 'b.py', 'data/x.csv', 'tool.sh'];
const placed = (...lines: string[]) => Object.fromEntries(placeCopies(lines.join('\n'), FILES));

test.each([
  [
    'everything',
    ['FROM python', 'WORKDIR /app', 'COPY . .'],
    { 'a.py': ['a.py'], 'data/x.csv': ['data/x.csv'] },
  ],
  ['a folder becomes another', ['COPY ./data /app/input'], { 'data/x.csv': ['input/x.csv'] }],
  ['a file gets another name', ['COPY a.py /app/src/main.py'], { 'a.py': ['src/main.py'] }],
  ['a file goes into a folder', ['WORKDIR /app', 'COPY --chown=a:b a.py src/'], { 'a.py': ['src/a.py'] }],
  ['several files', ['COPY ["a.py", "b.py", "/app"]'], { 'a.py': ['a.py'], 'b.py': ['b.py'] }],
  ['patterns', ['COPY *.py \\', '  /app/'], { 'a.py': ['a.py'], 'b.py': ['b.py'] }],
  ['two places', ['COPY a.py /app/', 'ADD a.py /app/old/'], { 'a.py': ['a.py', 'old/a.py'] }],
])('%s', (_, lines, expected) => {
  expect(placed(...lines)).toMatchObject(expected);
});

test('files elsewhere in the image are left out, unless /app is empty', () => {
  expect(placed('COPY tool.sh /usr/local/bin/', 'COPY a.py /app/')).toEqual({ 'a.py': ['a.py'] });
  expect(Object.keys(placed('COPY tool.sh /usr/local/bin/'))).toEqual(FILES);
  expect(Object.keys(placed('COPY --from=build a.py /app/', 'RUN true', 'COPY'))).toEqual(FILES);
});

test('no path leaves the folder', () => {
  expect(placed('COPY a.py /app/../app/../../app/x/../../etc/', 'COPY b.py /app/../b.py')).toEqual(
    Object.fromEntries(FILES.map((path) => [path, [path]])),
  );
});

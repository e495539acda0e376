import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoRanking, PICTURE } from '../../scripts/picture.mjs';
import { drawTerminal } from '../../scripts/docs/draw-terminal.ts';
import { checkout } from './markdown.ts';

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

test('the picture shows the demo’s output; else run `npm run docs -- --picture`', () => {
  const svg = readFileSync(join(checkout, PICTURE), 'utf8');
  const described = unescape(/<desc[^>]*>([^]*?)<\/desc>/.exec(svg)?.[1] ?? '');
  const shown = demoRanking(false).map((line) => line.trimEnd());
  expect(described.split('\n')).toEqual(['$ npm start', '', ...shown]);
});

test('text is real text in columns, bars are drawn, and nothing is markup', () => {
  const svg = drawTerminal(
    ['\u001b[1mname\u001b[22m  a & <b>', '\u001b[32m████▌·\u001b[39m  75.6'],
    'A <title>',
    80,
  );
  expect(svg).toContain('<title id="title">A &lt;title&gt;</title>');
  expect(svg).toContain('class="b">name</text>');
  expect(svg).toContain('>a &amp; &lt;b&gt;</text>');
  expect(svg.match(/<rect [^>]*class="(track|g)"/g)).toHaveLength(2);
  expect(svg).not.toContain('█</text>');
});

test('lines longer than the terminal wrap below, and the description keeps them whole', () => {
  const svg = drawTerminal(['one two three'], 'Long', 9);
  expect(svg).toContain('>one two</text>');
  expect(svg).toContain('>three</text>');
  expect(svg).toContain('>one two three</desc>');
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMailHeader } from '../../../../src/core/analyse/change/read-mail-header.ts';

const PATCH = `From 1f0c4c9a0c1c Mon Sep 17 00:00:00 2001
From: =?UTF-8?q?Zo=C3=AB?= Agent <zoe@example.com>
Date: Tue, 17 Nov 2026 10:00:00 +0100
Subject: [PATCH 1/2] Add up instead of
 subtracting

It was the other way round.\u0007
---
 sum.js | 2 +-

diff --git a/sum.js b/sum.js
`;

test('author, date and message of a patch that git wrote, fit for a commit', () => {
  expect(readMailHeader(PATCH)).toEqual({
    name: 'Zoë Agent',
    email: 'zoe@example.com',
    date: 'Tue, 17 Nov 2026 10:00:00 +0100',
    message: 'Add up instead of subtracting\n\nIt was the other way round.',
  });
});

test.each([
  ['a plain diff', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n'],
  ['no subject', 'From: A <a@b>\n\n---\n'],
  ['no address', 'From: A\nSubject: x\n\n---\n'],
  ['spaces without end', `From: "${' '.repeat(90_000)}\nSubject: x\n\n---\n`],
  ['nothing', ''],
])('%s gives no header', (_, text) => {
  expect(readMailHeader(text)).toBeNull();
});

test('any text gives a result that git accepts', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\n', 'From: ', 'Subject: ', '<', '>', '=?UTF-8?b?', '?='),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const read = readMailHeader(`From: x <y>\nSubject: ${parts.join('')}`);
      expect(`${read?.name}${read?.email}`).not.toMatch(/[\n<>\0]/);
      expect(read?.message ?? '').not.toMatch(/\0/);
    }),
  );
});

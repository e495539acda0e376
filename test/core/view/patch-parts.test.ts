import { expect, test } from 'vitest';
import { patchParts } from '../../../src/core/view/patch-parts.ts';

const PATCH = `diff --git a/src/a.ts b/src/a.ts
index 1111111..2222222 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@
 same
-diff --git a/fake b/fake
++++ b/also-fake
 end
diff --git "a/\\303\\244 \\"q\\".txt" "b/\\303\\244 \\"q\\".txt"
new file mode 100644
index 0000000..3333333
--- /dev/null
+++ "b/\\303\\244 \\"q\\".txt"
@@ -0,0 +1 @@
+new
diff --git a/old name b/old name
deleted file mode 100755
index 4444444..0000000
--- a/old name\t
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
diff --git a/from.js b/to.js
similarity index 90%
rename from from.js
rename to to.js
diff --git a/logo.png b/logo.png
index 5555555..6666666 100644
GIT binary patch
literal 3
Kcmb-zzzz

diff --git a/link b/link
new file mode 120000
index 0000000..7777777
--- /dev/null
+++ b/link
@@ -0,0 +1 @@
+target
\\ No newline at end of file
diff --git a/mode.sh b/mode.sh
old mode 100644
new mode 100755
`;

test('each file is found with its path, change, kind and counts', () => {
  const shown = patchParts(PATCH).map(({ path, oldPath, change, kind, added, removed }) =>
    [path, oldPath, change, kind, added, removed].join(' | '),
  );
  expect(shown).toEqual([
    'src/a.ts |  | modified | text | 1 | 1',
    'ä "q".txt |  | added | text | 1 | 0',
    'old name |  | deleted | text | 0 | 2',
    'to.js | from.js | renamed | text | 0 | 0',
    'logo.png |  | modified | binary | 0 | 0',
    'link |  | added | symlink | 1 | 0',
    'mode.sh |  | modified | text | 0 | 0',
  ]);
});

test('the parts together are the patch', () => {
  expect(
    patchParts(PATCH)
      .map(({ text }) => text)
      .join(''),
  ).toBe(PATCH);
  expect(patchParts('')).toEqual([]);
});

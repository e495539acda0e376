import { describe, expect, it } from 'vitest';
import { readPatchFiles } from '../../../../src/core/analyse/diff/read-patch-files.ts';

const PATCH = `diff --git a/src/a.py b/src/a.py
index 1..2 100644
--- a/src/a.py
+++ b/src/a.py
@@ -10,3 +10,3 @@ def first():
 same
--- not a header
+++ not a header either
 same
@@ -40 +40,2 @@ class B:
-old
+new
+newer
\\ No newline at end of file
diff --git a/src/new.py b/src/new.py
new file mode 100644
--- /dev/null
+++ b/src/new.py
@@ -0,0 +1 @@
+hello
diff --git a/src/gone.py b/src/gone.py
deleted file mode 100644
--- a/src/gone.py
+++ /dev/null
@@ -1 +0,0 @@
-bye
diff --git a/old.bin b/new.bin
rename from old.bin
rename to new.bin
`;

describe('a unified diff', () => {
  it('is read file by file; counted lines of a hunk are never headers', () => {
    expect(readPatchFiles(PATCH)).toMatchObject([
      {
        oldPath: 'src/a.py',
        path: 'src/a.py',
        hunks: [
          {
            start: 10,
            lines: 3,
            heading: 'def first():',
            added: ['++ not a header either'],
            removed: ['-- not a header'],
          },
          { start: 40, lines: 1, heading: 'class B:', added: ['new', 'newer'], removed: ['old'] },
        ],
      },
      { oldPath: null, path: 'src/new.py', hunks: [{ added: ['hello'], removed: [] }] },
      { oldPath: 'src/gone.py', path: 'src/gone.py', hunks: [{ added: [], removed: ['bye'] }] },
      { oldPath: 'old.bin', path: 'new.bin', hunks: [] },
    ]);
  });

  it('needs no header of git', () => {
    const plain = '--- plain/x.c\t2020-01-01\n+++ plain/x.c\t2020-01-02\n@@ -1 +1 @@\n-1\n+2\n';
    expect(readPatchFiles(plain + plain.replaceAll('x.c', 'y.c'))).toMatchObject([
      { oldPath: 'plain/x.c', path: 'plain/x.c', hunks: [{ added: ['2'], removed: ['1'] }] },
      { oldPath: 'plain/y.c', path: 'plain/y.c' },
    ]);
  });

  it('is empty for text that is not a diff', () => {
    expect(readPatchFiles('hello\n@@ -1 +1 @@\n+x')).toEqual([]);
    expect(readPatchFiles('')).toEqual([]);
  });
});

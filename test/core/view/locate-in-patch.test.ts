import { expect, test } from 'vitest';
import { locateIn } from '../../../src/core/view/locate-in-patch.ts';

const PATCH = `diff --git a/a.js b/a.js
--- a/a.js
+++ b/a.js
@@ -3,3 +3,4 @@ const order = 1;
 const kept = order;
-const gone = 1;
+const orderSize = gone;
+import x from '../core/db.js';
 const after = 1;
diff --git a/b.js b/b.js
new file mode 100644
--- /dev/null
+++ b/b.js
@@ -0,0 +1,2 @@
+++ order;
+const size = 1;
`;
const at = (word: string, path: string | null = null) => locateIn(PATCH)({ text: '', path, word });

test.each([
  ['a name', 'orderSize', null, { path: 'a.js', line: 4 }],
  ['a word, not a part of one', 'size', null, { path: 'b.js', line: 2 }],
  ['a path in an import', '../core/db.js', 'a.js', { path: 'a.js', line: 5 }],
  ['a line that looks like a header', 'order', null, { path: 'b.js', line: 1 }],
  ['only in its file', 'orderSize', 'b.js', { path: 'b.js', line: null }],
  ['not a line that was there', 'after', null, { path: null, line: null }],
  ['not nothing', '', null, { path: null, line: null }],
])('%s is found in an added line', (_, word, path, place) => {
  expect(at(word, path)).toEqual(place);
});

test('a line that is known stays', () => {
  expect(locateIn('')({ text: '', path: 'a', line: 7 })).toEqual({ path: 'a', line: 7 });
});

// Parses every source file; a syntax error or a missing module fails the build.
import { readdirSync } from 'node:fs';

for (const file of readdirSync(new URL('../src/', import.meta.url)).sort()) {
  await import(new URL(`../src/${file}`, import.meta.url));
  console.log(`built src/${file}`);
}

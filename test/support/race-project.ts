import { makeProject, type ScratchProject } from './scratch-project.ts';

/** A project whose test `adds` fails, and agents that are shell scripts, by name. */
export const makeRaceProject = (agents: Readonly<Record<string, string>>): Promise<ScratchProject> =>
  makeProject({
    'package.json': '{"name":"p","type":"module","scripts":{"test":"node --test"}}',
    'sum.js': 'export const sum = (a, b) => a - b;\n',
    'sum.test.js':
      "import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { sum } from './sum.js';\ntest('adds', () => assert.equal(sum(2, 3), 5));\ntest('zero', () => assert.equal(sum(0, 0), 0));\n",
    'hydra.toml': Object.entries(agents)
      .map(
        ([name, script]) =>
          `[agents.${name}]\ncommand = ["sh", "-c", ${JSON.stringify(script)}]\nnetwork = false\n`,
      )
      .join('\n'),
  });

// A few house rules, reported as SARIF to where Hydra asks for it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const RULES = [
  { id: 'no-var', level: 'error', pattern: /\bvar\s/, message: 'use const or let' },
  { id: 'no-console', level: 'warning', pattern: /console\.(log|debug)\(/, message: 'no console output in the library' },
  { id: 'no-loose-equality', level: 'error', pattern: /[^=!]==[^=]/, message: 'use ===' },
];

const results = [];
for (const file of readdirSync('src').sort()) {
  readFileSync(`src/${file}`, 'utf8').split('\n').forEach((line, index) => {
    for (const { id, level, pattern, message } of RULES) {
      if (!pattern.test(line)) continue;
      const physicalLocation = { artifactLocation: { uri: `src/${file}` }, region: { startLine: index + 1 } };
      results.push({ ruleId: id, level, message: { text: message }, locations: [{ physicalLocation }] });
      console.log(`src/${file}:${index + 1}: ${level} ${message} (${id})`);
    }
  });
}
const sarif = { version: '2.1.0', runs: [{ tool: { driver: { name: 'house-rules', rules: [] } }, results }] };
if (process.env.HYDRA_REPORT_DIR) writeFileSync(`${process.env.HYDRA_REPORT_DIR}/lint.sarif`, JSON.stringify(sarif));
process.exitCode = results.some(({ level }) => level === 'error') ? 1 : 0;

import { withFlags, withoutFlags } from '../../commands/command-flags.ts';
import { rebuilt } from '../../commands/linter-tool.ts';
import type { Tool } from '../../commands/tool.ts';

const MAVEN_TEST_PHASES = new Set(['test', 'package', 'verify', 'install', 'integration-test']);

const maven: Tool = {
  id: 'surefire',
  names: ['mvn', 'mvnw', 'mvnd'],
  parser: 'junit',
  report: { from: 'workspace-files', pattern: '**/target/*-reports/TEST-*.xml' },
  instrument: (call) =>
    call.args.some(({ text }) => MAVEN_TEST_PHASES.has(text)) ? rebuilt(call, call.args) : null,
};

const gradle: Tool = {
  id: 'gradle test',
  names: ['gradle', 'gradlew'],
  parser: 'junit',
  report: { from: 'workspace-files', pattern: '**/build/test-results/**/TEST-*.xml' },
  instrument(call) {
    if (!call.args.some(({ text }) => /(^|:)(test|check|build|[a-z]\w*Test)$/.test(text))) return null;
    return rebuilt(call, withFlags(withoutFlags(call.args, { bare: ['--continue'] }), ['--continue']));
  },
};

export const javaTestRunners: readonly Tool[] = [maven, gradle];

export const javaLinters: readonly Tool[] = [
  {
    id: 'checkstyle',
    names: ['mvn', 'mvnw', 'mvnd'],
    parser: 'checkstyle-xml',
    report: { from: 'workspace-files', pattern: '**/target/checkstyle-result.xml' },
    instrument: (call) =>
      call.args.some(({ text }) => text.includes('checkstyle:') || text.endsWith(':checkstyle'))
        ? rebuilt(call, call.args)
        : null,
  },
  {
    id: 'gradle checkstyle',
    names: ['gradle', 'gradlew'],
    parser: 'checkstyle-xml',
    report: { from: 'workspace-files', pattern: '**/build/reports/checkstyle/*.xml' },
    instrument: (call) =>
      call.args.some(({ text }) => /(^|:)checkstyle\w+$/.test(text)) ? rebuilt(call, call.args) : null,
  },
];

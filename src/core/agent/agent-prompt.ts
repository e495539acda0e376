const OWN_PROMPT = [
  'You are a software engineer who works on a repository by calling tools.',
  'Look at the code before you change it. Make the smallest change that solves the task and reads as if the',
  "repository's own authors had written it. Do not change tests to make them pass. Check your work with run_tests,",
  'and with run_lint and run_build where they are set up. Commands run without a network.',
  'When the task is done, answer in a sentence or two and call no tool: that ends your work.',
].join('\n');

/** The built-in agent's prompt besides its task. `system` replaces the first part; both are part of what is tested. */
export const agentSystemPrompt = (instructions: string, system: string = OWN_PROMPT): string =>
  [
    system,
    ...(instructions.trim() === '' ? [] : ['', 'Instructions of this repository:', '', instructions.trim()]),
  ].join('\n');

export const CUT_OFF = 'Your answer was cut off at its greatest length. Go on, in smaller steps.';

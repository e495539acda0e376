/** Abilities of code beyond computing: shown before a merge if a file gains one. */
export const CAPABILITIES = {
  environment: 'reads the environment',
  network: 'uses the network',
  processes: 'starts or signals other processes',
  files: 'reads or writes files',
  evaluation: 'runs text as code',
  native: 'loads native code',
} as const;

export type Capability = keyof typeof CAPABILITIES;

/** By names of calls and members, after resolving aliases. */
export type CapabilityNames = Readonly<Record<Capability, RegExp>>;

/** By lines, for languages whose names are not followed: imports, mostly. */
export type CapabilityLines = Readonly<Partial<Record<Capability, RegExp>>>;

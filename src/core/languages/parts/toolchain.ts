import type { Symptom } from './symptom.ts';

export type VersionManager = {
  /** The folder that is on PATH, relative to the home. */
  readonly on: string;
  /** Folders that commands need to see, relative to the home. */
  readonly shows: readonly string[];
  readonly variable?: readonly [name: string, folder: string];
};

/** A program that `hydra doctor` asks for its version. */
export type DoctorProbe = {
  readonly what: string;
  readonly command: readonly [string, ...string[]];
  readonly for: string;
};

/** Variables of one run: those that replace what a profile sets, and words added to what others set. */
export type OtherOrder = {
  readonly sets?: Readonly<Record<string, string>>;
  readonly adds?: Readonly<Record<string, string>>;
};

/** The parts of the machine that a language uses. */
export type Toolchain = {
  readonly probes: readonly DoctorProbe[];
  /** Programs whose identity is part of the key of cached installations. */
  readonly programs: readonly string[];
  /** Those of them that a project does not use unless its commands or manifests name them. */
  readonly programsByName?: readonly string[];
  /** Paths that exist only in the root of its installation. */
  readonly installationMarks: RegExp;
  readonly versionManagers: readonly VersionManager[];
  /** Variables that name a folder of a toolchain. */
  readonly folderVariables: readonly string[];
  /** By variable: files that change together with the version behind a shim. */
  readonly behindShims: Readonly<Record<string, readonly string[]>>;
  /** Files, relative to the home, that configure the registry. */
  readonly registrySettings: readonly string[];
  /** The same for the whole machine, as absolute paths. */
  readonly systemSettings: readonly string[];
  /** Variables that name registries and certificates; passed on only together with a network. */
  readonly networkVariables: readonly string[];
  /** Variables that a formatter of the machine needs to start. */
  readonly formatterVariables?: readonly string[];
  /** Variables that make its runners change the order of tests or the hash seed. */
  readonly otherOrder?: (seed: number) => OtherOrder;
  /** Folders of the home with tools next to private files: parts of them may be exposed, never the whole. */
  readonly mixedFolders: readonly string[];
  /** Log lines that show that a module or another version is needed. */
  readonly symptoms: readonly Symptom[];
};

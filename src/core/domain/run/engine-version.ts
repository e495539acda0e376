/** Stored in every run. Equal to the package's version, which a test checks. */
export const ENGINE_VERSION = '0.1.0';

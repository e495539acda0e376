/** Stored in every run. Equal to the package's version; a test holds them together. */
export const ENGINE_VERSION = '0.1.0';

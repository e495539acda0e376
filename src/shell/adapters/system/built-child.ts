const BUILD = new URL('../../../../dist/app/', import.meta.url);

/**
 * The file that a separate process or thread runs, from its module's URL without an extension. A program that runs
 * from source starts the file of the last build: a loader would compile all its imports again in every process.
 */
export const builtChild = (module: URL): URL =>
  import.meta.url.endsWith('.ts')
    ? new URL(`${module.pathname.split('/').at(-1)}.js`, BUILD)
    : new URL(`${module.href}.js`);

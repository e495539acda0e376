import { pathRecords } from './path-records.ts';

/** JSON lines by `reporters/mocha.cjs`. */
export const mocha = pathRecords('mocha');

import { pathRecords } from './path-records.ts';

/** JSON lines by `reporters/jasmine.cjs`. */
export const jasmine = pathRecords('jasmine');

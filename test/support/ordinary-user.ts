import { statSync } from 'node:fs';

const NOBODY = 65_534;
const FOR_OTHERS = 0o001;

/** A user without rights. If the root folder is closed to others, the group of its owner gives access. */
export const ORDINARY_USER = { uid: NOBODY, gid: statSync('/').mode & FOR_OTHERS ? NOBODY : 0 } as const;

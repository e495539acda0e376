/** 0 yes, 1 the decision is no, 2 the user can mend it, 3 the machine failed. */
export const EXIT = { yes: 0, no: 1, user: 2, infrastructure: 3 } as const;

export declare const root: string;
export declare const FILE_TIMES: string;
export type FileTime = { readonly file: string; readonly seconds: number };
export declare const lastTimes: () => readonly FileTime[];

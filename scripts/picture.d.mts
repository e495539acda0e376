export const PICTURE: string;
export const demoRanking: (colours?: boolean) => readonly string[];
export const writePicture: () => Promise<void>;

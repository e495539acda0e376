export const generateDocs: () => Promise<Readonly<Record<string, string>>>;
export const staleDocs: () => Promise<readonly string[]>;

import * as z from 'zod';

const MOST_MESSAGE = 20_000;
const MOST_NAME = 200;

/** Who wrote a change and how they described it, as git records it. */
export const Authorship = z.strictObject({
  name: z.string().min(1).max(MOST_NAME),
  email: z.string().max(MOST_NAME),
  /** As git prints it; absent: when it is merged. */
  date: z.string().max(100).optional(),
  message: z.string().min(1).max(MOST_MESSAGE),
});
export type Authorship = z.infer<typeof Authorship>;

const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}]/gu;
const oneLine = (text: string): string => text.replaceAll(UNPRINTED, ' ').replaceAll(/[<>]/g, '').trim();
const asMessage = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', '  ').replaceAll(UNPRINTED, '').trimEnd())
    .join('\n')
    .trim();

/** Cleaned of what git or a screen would not take; null if too little is left. */
export const toAuthorship = (written: {
  readonly name: string;
  readonly email: string;
  readonly date?: string | undefined;
  readonly message: string;
}): Authorship | null => {
  const read = Authorship.safeParse({
    name: oneLine(written.name).slice(0, MOST_NAME),
    email: oneLine(written.email).slice(0, MOST_NAME),
    message: asMessage(written.message.slice(0, MOST_MESSAGE)),
    ...(written.date === undefined ? {} : { date: oneLine(written.date) }),
  });
  return read.success ? read.data : null;
};

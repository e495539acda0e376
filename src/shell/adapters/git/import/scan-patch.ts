/** What the headers of a patch contain, before git is asked. Total and linear in the patch. */
export type PatchScan = {
  /** Files that the patch mentions, as written, including prefixes. */
  readonly sections: readonly PatchSection[];
  /** Headers end in CRLF: the whole file was converted. */
  readonly crlf: boolean;
  /** Sum of the declared sizes of binary hunks, to which git unpacks them. */
  readonly binaryBytes: number;
  readonly encodedMail: boolean;
};

/** Names of one file on both sides, null for /dev/null. `bare`: git wrote them without a prefix. */
export type PatchSection = {
  readonly before: string | null;
  readonly after: string | null;
  readonly bare: boolean;
};

const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;
const BINARY = /^(?:literal|delta) (\d{1,15})\s*$/;
const ENCODED = /^content-transfer-encoding:\s*(?:quoted-printable|base64)/i;

/** Calls back for every line outside a hunk; lines inside one are content, whatever they look like. */
export const eachHeaderLine = (
  text: string,
  visit: (line: string, next: string, start: number) => void,
): void => {
  let [before, after] = [0, 0];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const first = text[start];
    if (before > 0 || after > 0) {
      if (first === '-') before -= 1;
      else if (first === '+') after -= 1;
      else if (first !== '\\') [before, after] = [before - 1, after - 1];
    } else {
      const line = text.slice(start, end);
      const hunk = HUNK.exec(line);
      if (hunk) [before, after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      const nextEnd = text.indexOf('\n', end + 1);
      visit(line, text.slice(end + 1, nextEnd === -1 ? text.length : nextEnd), start);
    }
    start = end + 1;
  }
};

/** The name in a `---` or `+++` line: unquoted, without a tab and date. */
const nameIn = (line: string): string | null => {
  const rest = line.slice(4).replace(/\r$/, '');
  const name = rest.startsWith('"') ? rest.slice(1).replace(/"[^"]*$/, '') : (rest.split('\t')[0] ?? '');
  return name === '/dev/null' ? null : name;
};

/** `diff --git X X`, split in the middle: names may contain blanks, so this is the only way. */
const givesOneNameTwice = (header: string): boolean => {
  const names = header.replace(/\r$/, '');
  const half = (names.length - 1) / 2;
  return Number.isInteger(half) && names[half] === ' ' && names.slice(0, half) === names.slice(half + 1);
};

export const scanPatch = (text: string): PatchScan => {
  const sections: PatchSection[] = [];
  let [crlf, encodedMail, binaryBytes] = [false, false, 0];
  let git: string | null = null;
  const amend = (change: Partial<PatchSection>) => {
    const last = sections.pop();
    sections.push({ before: null, after: null, bare: false, ...last, ...change });
  };
  eachHeaderLine(text, (line, next) => {
    if (line.startsWith('diff --git ')) {
      git = line.slice('diff --git '.length);
      crlf ||= line.endsWith('\r');
      sections.push({ before: null, after: null, bare: givesOneNameTwice(git) });
    } else if (git !== null && /^(?:rename|copy) from /.test(line)) {
      // These lines never have a prefix: if the first line has the same name, it has none either.
      amend({ bare: git.startsWith(`${line.slice(line.indexOf(' from ') + 6).replace(/\r$/, '')} `) });
    } else if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      crlf ||= line.endsWith('\r');
      if (git === null) sections.push({ before: nameIn(line), after: nameIn(next), bare: false });
      else amend({ before: nameIn(line), after: nameIn(next) });
      git = null;
    } else if (ENCODED.test(line)) encodedMail = true;
    binaryBytes += Number(BINARY.exec(line)?.[1] ?? 0);
  });
  return { sections, crlf, binaryBytes, encodedMail };
};

/** Strips the CR of header lines only: a repository with CRLF files needs it in hunks. */
export const withoutHeaderCarriageReturns = (text: string): string => {
  const cuts: number[] = [];
  eachHeaderLine(text, (line, _next, start) => {
    if (line.endsWith('\r')) cuts.push(start + line.length - 1);
  });
  const parts = cuts.map((cut, i) => text.slice(i === 0 ? 0 : (cuts[i - 1] ?? 0) + 1, cut));
  return parts.join('') + text.slice(cuts.length === 0 ? 0 : (cuts.at(-1) ?? 0) + 1);
};

const MAIL = /^From \S{1,100} .{10,60}$/;

/** One text for each mail of a mailbox: like commits, they build on each other. */
export const splitMails = (text: string): readonly string[] => {
  const starts: number[] = [];
  eachHeaderLine(text, (line, _next, start) => {
    if (MAIL.test(line)) starts.push(start);
  });
  if (starts.length < 2) return [text];
  const mails = starts.map((start, i) => text.slice(i === 0 ? 0 : start, starts[i + 1]));
  const withDiff = mails.filter((mail) => scanPatch(mail).sections.length > 0);
  return withDiff.length > 0 ? withDiff : [text];
};

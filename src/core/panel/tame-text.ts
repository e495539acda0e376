/** Escape sequences, control characters, text directions, invisible letters and tags. */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;
/** Marks by which some models tell who speaks. */
const SPEAKERS =
  /<\|[a-z_]{1,30}\|>|\[\/?INST\]|<\/?(?:system|assistant|user|human)>|^\s*(?:Human|Assistant|System):/gim;
const LONGEST_LINE = 2000;

/** A model shall read what a person would see: nothing invisible, nobody else's marks, no endless lines. */
export const tameText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll(SPEAKERS, '[mark removed]')
    .split('\n')
    .map((line) =>
      line.length <= LONGEST_LINE
        ? line
        : `${line.slice(0, LONGEST_LINE)} [… ${line.length - LONGEST_LINE} characters of this line left out]`,
    )
    .join('\n');

/** Letters of other scripts that look like Latin ones in most fonts. */
const LOOKALIKES = new Set(
  // Cyrillic, Greek, Armenian, then dotless and script letters.
  'аеорсухіјѕԁԛԝһӏьАВЕЅІЈКМНОРСТУХѴԌԚԜ' +
    'οΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϳ' +
    'օոսցզһ' +
    'ıɑɡɩʏꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓤꓥꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ',
);

const ASCII = /^[\x20-\x7e]*$/;

/** A name that looks like plain letters but is not: look-alikes, or styled letters that normalise to plain ones. */
export const isConfusable = (word: string): boolean => {
  if (ASCII.test(word)) return false;
  if (ASCII.test(word.normalize('NFKC'))) return true;
  const letters = [...word];
  const foreign = letters.filter((letter) => !ASCII.test(letter));
  return (
    foreign.every((letter) => LOOKALIKES.has(letter)) &&
    (foreign.length < letters.length || letters.length > 2)
  );
};

/** First code points of the decimal digits that keyboards of our ten languages and their neighbours can send. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xed0, 0x1040, 0x17e0];

/** Digits of other scripts as ASCII, full-width forms too; everything else is dropped: "Code: 98 76-54" gives "987654". */
export function digitsOf(text: string): string {
  let digits = '';
  for (const character of text.normalize('NFKC')) {
    const point = character.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => point >= first && point <= first + 9);
    if (zero !== undefined) digits += String(point - zero);
  }
  return digits;
}

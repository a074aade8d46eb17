import { expect, test } from 'vitest';
import { csvLine, textCell } from './csv.ts';

test.each([
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['+1', "'+1"],
  ['-1+1|cmd', "'-1+1|cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['x;=1+1', "x;'=1+1"],
  // As Chinese and Korean keyboards write them, and behind what nobody sees.
  ['＝1+1', "'＝1+1"],
  ['x;＠SUM(A1)', "x;'＠SUM(A1)"],
  ['\u200b=1+1', "'\u200b=1+1"],
  [' =1', "' =1"],
  ['x; "@SUM(A1)"', `"x;' ""@SUM(A1)"""`],
  ['now; then', 'now; then'],
  ['a, b', '"a, b"'],
  ['he said "no"', '"he said ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
  ['', ''],
])('%j stands as %j', (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

test('a line ends with both signs', () => {
  expect(csvLine(['a', 'b'])).toBe('a,b\r\n');
});

import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * What a value of the address bar means: a plain whole number is a number, something in quotes is the text in them; anything
 * else throws and stays the text that it is. JSON would read the code `12E45678` as a number beyond all numbers.
 */
function readValue(text: string): unknown {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  if (text.startsWith('"')) return JSON.parse(text);
  throw new SyntaxError('text');
}

export const parseSearch = parseSearchWith(readValue);
export const stringifySearch = stringifySearchWith(JSON.stringify, readValue);

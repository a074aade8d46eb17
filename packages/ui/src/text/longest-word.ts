import type { CSSProperties } from 'react';

/** The longest word of a text, or the longest part between soft hyphens, in letters that take room: vowels and tones above and below others do not, nor what ties letters together. */
const longestWord = (text: string): number =>
  Math.max(...text.split(/\s|\u00ad/).map((word) => word.replace(/\p{Mn}|\u2060/gu, '').length));

/** For a style that chooses its size of type so that no word of the text is broken. */
export const withLongestWord = (text: string) => ({ '--longest': longestWord(text) }) as CSSProperties;

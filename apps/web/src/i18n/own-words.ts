import type { Messages } from '@lingui/core';

/** Operators' own words over the texts of the files, by language. */
type OwnWords = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** As last heard: the next start shows them at once, without a network too. */
const STORED = 'minerx:own-words';

function stored(): OwnWords {
  try {
    return (JSON.parse(localStorage.getItem(STORED) ?? '{}') ?? {}) as OwnWords;
  } catch {
    return {};
  }
}

/** The messages of a language with the operators' words over those that there are. */
export async function withOwnWords(language: string, messages: Messages): Promise<Messages> {
  const own = Object.entries(stored()[language] ?? {}).filter(([key]) => Object.hasOwn(messages, key));
  if (own.length === 0) return messages;
  // Files are compiled when they are built. What reads ICU comes only where there is something to read.
  const { compileMessage } = await import('@lingui/message-utils/compileMessage');
  return { ...messages, ...Object.fromEntries(own.map(([key, text]) => [key, compileMessage(text)])) };
}

/** Keeps the words of today; true when they are not those that were kept. */
export function keepOwnWords(words: OwnWords): boolean {
  const text = JSON.stringify(words);
  if (text === JSON.stringify(stored())) return false;
  if (text === '{}') localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, text);
  return true;
}

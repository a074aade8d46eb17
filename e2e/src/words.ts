import { textsOf } from '../../apps/web/build/locales.ts';
import { brand } from '../../apps/web/src/base/brand/brand.ts';

/** Every text of the app in one language, by its key, as a page shows it. */
export const catalogue = textsOf;

const english = catalogue('en');

/** What a sentence that says where to write names. */
export const WHERE_TO_WRITE = { support: brand.supportEmail };

/** An English text of the app by its key, with its placeholders filled. */
export const words = (key: string, values: Record<string, string> = {}): string => {
  const text = english[key];
  if (text === undefined) throw new Error(`the app has no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole);
};

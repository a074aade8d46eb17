import { i18n, type Messages } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import cookie from 'virtual:language-cookie';
import files from 'virtual:locale-files';
import { makeFormats, type Formats } from './formats.ts';
import type { TextKey } from './keys.ts';
import { dollarOf, formatsOf, isWireLanguage, localeOf, type WireLanguage } from '@minerx/rules/wire-language';
import { withOwnWords } from './own-words.ts';

/** Numbers for plurals, ready-made texts for everything else: write dates and amounts with `format` first. */
type TextValues = Record<string, string | number>;

/** `t('login.title')`, `t('order.count', { count: 3 })`. */
export type Translate = (key: TextKey, values?: TextValues) => string;

export interface Texts {
  t: Translate;
  language: WireLanguage;
  /** BCP 47 tag for Intl. */
  tag: string;
  dollar: '$' | 'US$';
  format: Formats;
}

async function fetchMessages(language: WireLanguage): Promise<Messages> {
  const early = window.minerxEarly?.texts;
  if (window.minerxEarly) delete window.minerxEarly.texts;
  const answer = await (early?.code === language ? early.answer : fetch(files[language]));
  if (!answer.ok) throw new Error(`The texts of ${language} answered ${answer.status}`);
  return (await answer.json()) as Messages;
}

/** Gives more texts of a language: those of screens that were opened (`further-texts.ts`). */
export const furtherTexts = new Set<(language: WireLanguage) => Promise<Messages>>();

const listeners = new Set<() => void>();
let current: Texts = makeTexts('en');

/** A new object per language, so that everything memoised on it is written anew. */
function makeTexts(language: WireLanguage): Texts {
  const tag = formatsOf(language);
  return {
    t: (key, values) => i18n._(key, values),
    language,
    tag,
    dollar: dollarOf(language),
    format: makeFormats(tag),
  };
}

/** The language that the early script of index.html found: cookie first, then the browser, then English. */
export function firstLanguage(): WireLanguage {
  const found = document.documentElement.dataset.language;
  return found !== undefined && isWireLanguage(found) ? found : 'en';
}

/** Loads a language and switches every screen to it, without a reload. Rejects when its file cannot be fetched. */
export async function activateLanguage(language: WireLanguage): Promise<void> {
  const parts = await Promise.all([fetchMessages, ...furtherTexts].map((load) => load(language)));
  const messages = await withOwnWords(language, Object.assign({}, ...parts) as Messages);
  const tag = localeOf(language);
  i18n.loadAndActivate({ locale: tag, messages });
  document.documentElement.lang = tag;
  document.documentElement.dataset.language = language;
  current = makeTexts(language);
  for (const listener of listeners) listener();
}

/** The other tabs of this browser: they speak as this one does. */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('minerx:language') : null;
tabs?.addEventListener('message', ({ data }: MessageEvent<WireLanguage>) => {
  // Where its file cannot be had now, the tab learns of the choice when it is loaded anew.
  void activateLanguage(data).catch(() => undefined);
});

/** Switches the language, here and in the other tabs, and remembers it for a year, beyond sign-out. */
export async function chooseLanguage(language: WireLanguage): Promise<void> {
  await activateLanguage(language);
  tabs?.postMessage(language);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie.name}=${cookie.values[language]}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

/** Whether the loaded catalogue has a text for an id that came from outside, such as a refusal code. */
export const isTextKey = (id: string): id is TextKey => Object.hasOwn(i18n.messages, id);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Texts outside of components: event handlers, stores. In components use `useTexts`. */
export const texts = (): Texts => current;

/** Texts and formats of the member's language; the component is drawn anew when it changes. */
export const useTexts = (): Texts => useSyncExternalStore(subscribe, texts);

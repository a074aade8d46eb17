import type { NewsItem, NewsKind, NewsTexts } from '@minerx/contract/operator/news';
import { writtenToHtml } from '@minerx/rules/markdown';
import { useState } from 'react';

/** What is being written. It stays in this tab until it was sent: through refusals, reloads and signing in again. */
export interface Draft {
  texts: NewsTexts;
  /** Minutes in UTC, as the browser's own field writes them. */
  from: string;
  until: string;
  popup: boolean;
  link: string;
  position: string;
  /** Id of one that was sent. */
  picture: string;
}

const EMPTY: Draft = { texts: {}, from: '', until: '', popup: true, link: '/', position: '1', picture: '' };

/** A new one that begins as something that there is. */
export const draftOf = (item?: NewsItem, texts: NewsTexts = {}): Draft => ({
  ...EMPTY,
  texts,
  ...(item?.kind === 'announcement' && { popup: item.popup }),
  ...(item?.kind === 'banner' && { link: item.link ?? '/', position: String(item.position ?? 1) }),
  picture: item?.picture ?? '',
});

export function useDraft(name: string, initial: Draft): [Draft, (change: Partial<Draft>) => void, () => void] {
  const at = `draft:${name}`;
  const [draft, setDraft] = useState<Draft>(() => ({ ...initial, ...JSON.parse(sessionStorage.getItem(at) ?? '{}') }));
  const put = (change: Partial<Draft>) =>
    setDraft((before) => {
      const now = { ...before, ...change };
      sessionStorage.setItem(at, JSON.stringify(now));
      return now;
    });
  return [draft, put, () => sessionStorage.removeItem(at)];
}

type ByLanguage = Readonly<Record<string, string>>;

/** Those that something is written in. */
export const written = (texts: ByLanguage = {}): ByLanguage =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));

const asHtml = (texts: ByLanguage): ByLanguage =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, writtenToHtml(text)]));

/** `{title, title_zh, …}` as files of announcements have it. */
const asFile = (texts: NewsTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([field, each]) =>
      Object.entries(each).map(([code, text]) => [code === 'en' ? field : `${field}_${code}`, text]),
    ),
  );

/** English apart from the others, as flags have it. */
const asFlags = (field: string, { en = '', ...others }: ByLanguage): Record<string, string> => ({
  [field]: en,
  ...(en !== '' && { [`${field}s`]: JSON.stringify(others) }),
});

/** What the action takes that sends it. */
export function valuesOf(
  kind: NewsKind,
  { texts, from, until, popup, link, position, picture }: Draft,
): Record<string, string> {
  const title = written(texts['title']);
  const message = written(texts['message']);
  if (kind === 'maintenance') return { ...asFlags('title', title), ...asFlags('message', asHtml(message)), until };
  if (kind === 'marquee') return { file: JSON.stringify(asFile({ text: written(texts['text']) })) };
  if (kind === 'banner') return { file: JSON.stringify({ ...asFile({ title }), link }), picture, position };
  const file = JSON.stringify(asFile({ title, message }));
  return { file, picture, from, until, popup: popup ? 'yes' : 'no' };
}

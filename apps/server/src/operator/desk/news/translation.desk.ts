import { readFile } from 'node:fs/promises';
import { operatorTranslation, operatorTranslations } from '@minerx/contract/operator/translation';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { perMinute } from '../../../http/limit.ts';
import { addRoute, type Api } from '../../../http/route.ts';
import { getSetting } from '../../../modules/setting/setting.query.ts';
import type { Catalogues } from '../../../modules/setting/setting.ts';
import {
  onlyOverrides,
  readCatalogues,
  translationSubject,
  withOverrides,
} from '../../../modules/system/catalogue.query.ts';
import { refuse } from '../../../refusal.ts';
import { getAuditOf, pageOf, requireLook } from '../desk.ts';

/** The page of sentences that are shown otherwise than specified. */
const SPECIFIED = new URL('../../../../../../docs/specified-texts.md', import.meta.url);

/** What the specification has, by key; nothing where the documents were not brought along. */
const readSpecified = async (): Promise<ReadonlyMap<string, string>> => {
  const page = await readFile(SPECIFIED, 'utf8').catch(() => '');
  const rows = [...page.matchAll(/^\| `([\w.-]+)` \| (.+?) \| .+ \|$/gm)];
  return new Map(rows.map(([, key, specified]) => [key!, specified!]));
};

/** Files that do not change under a running program: read once, when somebody asks. */
const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let held: Promise<T> | undefined;
  return async () => {
    held ??= read();
    held.catch(() => (held = undefined));
    return held;
  };
};
const filesOnce = once(() => readCatalogues());
const specifiedOnce = once(readSpecified);

/** A text in each language that has it. */
const inEach = (catalogues: Catalogues, key: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(catalogues).flatMap(([language, { [key]: text }]) => (text === undefined ? [] : [[language, text]])),
  );

export const addTranslationDesk = (api: Api): void => {
  const { context } = api;
  const { pool } = context;

  addRoute(
    api,
    operatorTranslations,
    { limit: perMinute(120) },
    async ({ operator, query: { state, search, after } }) => {
      await requireLook(context, operator, 'translation list', {});
      const overrides = await getSetting(pool, 'translations');
      const [shown, own, specified] = [
        withOverrides(await filesOnce(), overrides),
        onlyOverrides(overrides),
        await specifiedOnce(),
      ];
      const wanted = search?.toLowerCase();
      const isWanted = (key: string): boolean =>
        (state === 'all' ||
          (state === 'own' ? Object.values(own).some((texts) => key in texts) : specified.has(key))) &&
        (wanted === undefined ||
          [key, ...Object.values(inEach(shown, key))].some((text) => text.toLowerCase().includes(wanted)));
      const keys = Object.keys(shown['en'] ?? {})
        .sort()
        .values()
        .filter((key) => (after === undefined || key > after) && isWanted(key));
      return pageOf(
        // No key behind the page is looked at.
        keys.take(LIST_ROWS + 1).toArray(),
        (key) => key,
        (key) => ({ key, english: shown['en']![key]!, own: Object.keys(inEach(own, key)) }),
      );
    },
  );

  addRoute(api, operatorTranslation, { limit: perMinute(240) }, async ({ operator, query: { key } }) => {
    await requireLook(context, operator, 'translation list', {});
    const files = inEach(await filesOnce(), key);
    if (files['en'] === undefined) return refuse('err_not_found');
    return {
      key,
      specified: (await specifiedOnce()).get(key) ?? null,
      files,
      own: inEach(onlyOverrides(await getSetting(pool, 'translations')), key),
      audit: await getAuditOf(context, translationSubject(key)),
    };
  });
};

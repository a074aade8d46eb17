import { expect, test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { Watch } from './watch.ts';
import { currentWorld, ensureWorld, operator } from './world.ts';

export { expect } from '@playwright/test';

/** Another phone with nothing on it: own cookies, own storage. */
export type NewPhone = (settings?: PhoneSettings) => Promise<Page>;
export type PhoneSettings = Parameters<Browser['newContext']>[0];

interface Journey {
  /** Complaints of every page of the journey. */
  watch: Watch;
  newPhone: NewPhone;
  /** Whether sessions begin without having seen the announcement; most journeys are about something else. */
  seesNews: boolean;
  /** After the journey every ledger equation must hold. */
  moneyMoves: () => void;
  world: void;
}

/** The flag of the app that the announcement popup was shown in this session; an empty page has no storage to keep it in. */
const passOverNews = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (location.protocol.startsWith('http')) sessionStorage.setItem('minerx:announced', '1');
  });

/** A journey through the product: fails when the browser complained, or when money went astray. */
export const test = base.extend<Journey>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from the pattern
  baseURL: async ({}, use) => use(currentWorld().url),
  // A journey that lost the product has failed; the next one, or its second try, has one.
  // eslint-disable-next-line no-empty-pattern
  world: [async ({}, use) => use(await ensureWorld()), { auto: true }],
  // eslint-disable-next-line no-empty-pattern
  watch: async ({}, use) => {
    const watch = new Watch();
    await use(watch);
    expect(watch.complaints(), 'the browser has nothing to complain about').toEqual([]);
  },
  seesNews: [false, { option: true }],
  context: async ({ context, watch, seesNews }, use) => {
    if (!seesNews) await passOverNews(context);
    context.on('page', (page) => watch.follow(page));
    await use(context);
  },
  newPhone: async ({ browser, watch, seesNews }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (settings) => {
      const context = await browser.newContext(settings);
      contexts.push(context);
      if (!seesNews) await passOverNews(context);
      context.on('page', (page) => watch.follow(page));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  // eslint-disable-next-line no-empty-pattern
  moneyMoves: async ({}, use) => {
    let moved = false;
    await use(() => {
      moved = true;
    });
    if (moved) await operator('integrity', 'check');
  },
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARKUP_PAYLOADS } from '../../../scripts/markup-payloads.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { currentWorld, operator } from '../../src/world.ts';
import type { Page } from '@playwright/test';

const NEVER_DRAWN =
  'script, iframe, object, embed, svg, math, form, input, button, video, audio, img, style, link, meta, base, [style], [id], [name]';

/** What a text of others must not do: ask another server, or open a dialog. */
const followForeign = (page: Page): string[] => {
  const own = currentWorld().url;
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(own)) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    foreign.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return foreign;
};

/** Looks at the text between its first and last word, and taps every link of it that stays in the page. */
const expectHarmless = async (page: Page, foreign: string[]): Promise<void> => {
  await expect(page.getByText('Before', { exact: true })).toBeVisible();
  const text = page.getByText('Before', { exact: true }).locator('..');
  const drawn = await text.evaluate((element, never) => {
    const links = [...element.querySelectorAll('a')].map(({ protocol }) => protocol);
    const handlers = [...element.querySelectorAll('*')].flatMap((inner) =>
      inner.getAttributeNames().filter((name) => name.startsWith('on')),
    );
    return { never: element.querySelectorAll(never).length, links: [...new Set(links)], handlers };
  }, NEVER_DRAWN);
  expect(drawn.never).toBe(0);
  expect(drawn.handlers).toEqual([]);
  expect(drawn.links.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([]);
  expect(foreign).toEqual([]);
};

/** Some payloads swallow everything behind them: they get a text of their own, the others share one. */
const textsOf = async (page: Page): Promise<string[]> => {
  const swallows = await page.evaluate(
    (payloads) =>
      payloads.map((payload) => {
        const { body } = new DOMParser().parseFromString(`${payload}<p>After</p>`, 'text/html');
        return !(body.lastElementChild?.nodeName === 'P' && body.lastElementChild.textContent === 'After');
      }),
    MARKUP_PAYLOADS,
  );
  const alone = MARKUP_PAYLOADS.filter((_, place) => swallows[place]);
  const together = MARKUP_PAYLOADS.filter((_, place) => !swallows[place]);
  return [together.join('\n'), ...alone].map((payload) => `<p>Before</p>${payload}<p>After</p>`);
};

test('nothing of an announcement runs: the server takes it out when it is saved', async ({ page }) => {
  const foreign = followForeign(page);
  const file = join(currentWorld().dataDir, 'foreign-news.json');
  writeFileSync(file, JSON.stringify({ title: 'Foreign markup', message: (await textsOf(page))[0] }));
  const printed = await operator('announcement', 'publish', '--file', file);
  const id = /[0-9a-f-]{36}/.exec(printed.join(' '))?.[0] ?? '';
  try {
    await signIn(page, DEMO);
    await open(page, `/profile/announcement/${id}`);
    await expectHarmless(page, foreign);
  } finally {
    await operator('announcement', 'withdraw', '--id', id, '--reason', 'end of the journey');
  }
});

test('nor would it run in the browser, if the server had let it through', async ({ page, watch }) => {
  // The parser of a document that is never shown names what it may not run.
  watch.expect(/violates the following Content Security Policy directive/);
  const foreign = followForeign(page);
  const texts = await textsOf(page);
  await signIn(page, DEMO, '/profile/announcement');
  await settled(page);
  let text = '';
  await page.route(/notification\/getById/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { announcement: Record<string, unknown> } };
    body.result.announcement['announcement_message'] = text;
    await route.fulfill({ response: answer, json: body });
  });
  text = texts[0]!;
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await expectHarmless(page, foreign);
  for (text of texts.slice(1)) {
    await page.reload();
    await expectHarmless(page, foreign);
  }
});

import type { WebSocket } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { untilNextMorning } from '../../src/first-miner.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { MEMBER_PLACES, VISITOR_PLACES, type Place } from '../../src/seen/places.ts';
import { button, chooseLanguage, field, heading, signIn } from '../../src/screen.ts';
import { liveOrderScreen, MEMBER_SCREENS, open, settled, turnTo, VISITOR_SCREENS } from '../../src/screens.ts';
import { ownWords, READ_WITH_LOOKS, SPOKEN } from '../../src/seen/own-words.ts';
import { LANGUAGES } from '@minerx/rules/wire-language';
import { catalogue, words } from '../../src/words.ts';

// Afterwards, so that nothing waits for the settlement that comes a minute and a half into the morning.
test.beforeAll(async () => {
  test.setTimeout(400_000);
  await untilNextMorning();
});

const inEnglish = (key: string): string => words(key);

test('everything that visitors see can be used by everybody, in both themes, at 320 px', async ({ page }) => {
  for (const { name, go } of VISITOR_PLACES) {
    await go(page, inEnglish, open);
    await expectAccessible(page, name);
    await expectNoSidewaysScroll(page, name);
  }
});

test('everything that members see can be used by everybody, in both themes, at 320 px', async ({ page }) => {
  test.setTimeout(480_000);
  await signIn(page, DEMO);
  // As by links: what a load anew draws is measured and looked at elsewhere, and costs as much as axe does.
  for (const { name, go } of MEMBER_PLACES) {
    await go(page, inEnglish, turnTo);
    await expectAccessible(page, name);
    await expectNoSidewaysScroll(page, name);
  }
});

const SLOW_MS = 400;
const MORE_SCREENS = ['/asset/spot/transaction/1'];

/** How far a page has moved while nobody touched it, and what of it. */
interface Moved {
  shift: number;
  moved: string[];
}

test('nothing moves under the thumb while a screen loads', async ({ page }) => {
  await page.addInitScript(() => {
    const page = window as unknown as Moved;
    Object.assign(page, { shift: 0, moved: [] });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        page.shift += value;
        page.moved.push(...sources.map(({ node }) => (node?.textContent ?? '').slice(0, 60)));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const silent = new Set<WebSocket>();
  page.on('websocket', (socket) => {
    silent.add(socket);
    const told = () => void silent.delete(socket);
    socket.on('framereceived', told);
    socket.on('close', told);
    socket.on('socketerror', told);
  });
  // A socket that a screen opened as it was left tells nothing more, and its end is not always told.
  page.on('framenavigated', () => silent.clear());
  const measure = async (screen: string) => {
    await open(page, screen);
    // The last late answer is there, and so is the first figure of each live socket.
    await page.waitForLoadState('networkidle');
    await settled(page);
    const told = expect.poll(() => [...silent].map((socket) => socket.url()), {
      message: `${screen}: every live socket has told something`,
    });
    await told.toEqual([]);
    const { shift, moved } = await page.evaluate(() => {
      const { shift, moved } = window as unknown as Moved;
      return { shift, moved };
    });
    expect.soft(shift, `${screen}: ${moved.join(' | ')}`).toBeLessThan(0.01);
  };
  // Answers come late, as they do on the road: a quick one would leave skeletons unseen, and what they do untold.
  await page.route(
    '**/api/**',
    (route) => void setTimeout(() => void route.continue().catch(() => undefined), SLOW_MS),
  );
  for (const screen of VISITOR_SCREENS) await measure(screen);
  await signIn(page, DEMO);
  for (const screen of [...MEMBER_SCREENS, ...MORE_SCREENS, await liveOrderScreen()]) await measure(screen);
});

/** Not by the looks, which are taken without an alert that comes late. */
const isReadHere = ({ name }: Place): boolean => name === '/duitraya' || !READ_WITH_LOOKS.includes(name);

for (const language of SPOKEN) {
  // proves 2: language picker: ten languages
  // proves 9: texts are there before anything is drawn (in place of a flag after 1 s)
  test(`the app speaks ${LANGUAGES[language].label}, and keeps to it`, async ({ page }) => {
    test.setTimeout(480_000);
    const own = catalogue(language);
    const say = (key: string): string => own[key] ?? `no text ${key}`;
    const expectOwnWords = await ownWords(language);
    const read = async ({ name, go }: Place) => {
      await go(page, say, turnTo);
      await expectOwnWords(page, name);
    };
    await open(page, '/login');
    await chooseLanguage(page, 'en', language);
    for (const place of VISITOR_PLACES.filter(isReadHere)) await read(place);

    await page.goto('/login');
    await page.getByLabel(say('session.email'), { exact: true }).fill(DEMO.email);
    await page.getByLabel(say('session.password'), { exact: true }).fill(DEMO.password);
    await page.getByRole('button', { name: say('session.signIn'), exact: true }).click();
    await expect(page).toHaveURL('/');
    for (const place of MEMBER_PLACES.filter(isReadHere)) await read(place);

    await page.goto('/profile');
    await page.getByRole('button', { name: say('common.logout'), exact: true }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.reload();
    await expect(heading(page, say('session.signIn'))).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES[language].locale);
  });
}

// proves 2: language: first visit follows the browser
test('a first visit speaks the language of the browser', async ({ newPhone }) => {
  const page = await newPhone({ locale: 'de-DE' });
  await open(page, '/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(heading(page, catalogue('gr')['session.signIn'] ?? '')).toBeVisible();
});

// proves 8: failed loads show no alert and keep the last values
test('without a network the last values stay, marked as old, and nobody reads that there is nothing', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/, /WebSocket/);
  await page.clock.install();
  await signIn(page, DEMO);
  await page.getByRole('link', { name: words('common.nav.asset'), exact: true }).click();
  await settled(page);
  await page.getByRole('link', { name: words('common.nav.home'), exact: true }).click();
  await settled(page);
  await page.getByRole('link', { name: new RegExp(words('home.orders')) }).click();
  await settled(page);
  await context.setOffline(true);
  await expect(page.getByText(words('common.offline'))).toBeVisible();
  await page.getByRole('link', { name: words('common.nav.asset'), exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /USDT/ }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/order');
  await page.clock.runFor(3000);
  await expect(page.getByText(words('common.noRecord'))).toHaveCount(0);
  await expect(page).toHaveURL('/order');
  await context.setOffline(false);
  await expect(page.getByText(words('common.offline'))).toHaveCount(0);
});

test('a screen that was never opened says within the frame that it waits for the network, and opens by itself', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/, /WebSocket/, /dynamically imported module/);
  await page.clock.install();
  await signIn(page, DEMO);
  // Nothing has been touched since: what lies over the screens has not been fetched either.
  await page.reload();
  await settled(page);
  await context.setOffline(true);
  await expect(page.getByText(words('common.offline'))).toBeVisible();
  const waits = page.getByRole('main').getByText(words('common.offlineLoad'));
  for (const name of ['dashboard', 'profile'] as const) {
    await page.getByRole('link', { name: words(`common.nav.${name}`), exact: true }).click();
    await expect(heading(page, words(`common.title.${name}`))).toBeVisible();
    await expect(waits).toBeVisible();
    await expect(page.getByRole('navigation', { name: words('common.nav.main') })).toBeVisible();
  }
  await context.setOffline(false);
  await expect(button(page, 'common.logout')).toBeVisible();
  await expect(waits).toHaveCount(0);
});

test('hidden amounts are hidden on every screen and stay hidden', async ({ page }) => {
  await signIn(page, DEMO);
  await button(page, 'common.hideAmounts').first().click();
  await expect(page.getByText('********').first()).toBeVisible();
  await page.goto('/asset');
  await settled(page);
  await expect(page.getByText('********').first()).toBeVisible();
  await button(page, 'common.showAmounts').first().click();
  await expect(page.getByText('********')).toHaveCount(0);
});

test('a form half filled in survives a reload, but never its password', async ({ page }) => {
  await open(page, '/signup');
  await field(page, 'session.fullName').fill('Half Filled');
  await field(page, 'session.password').fill('Secret#2026');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage })))
    .toContain('Half Filled');
  await page.reload();
  await settled(page);
  await expect(field(page, 'session.fullName')).toHaveValue('Half Filled');
  await expect(field(page, 'session.password')).toHaveValue('');
});

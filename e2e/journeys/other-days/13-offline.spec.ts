import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../src/journey.ts';
import { DEMO, IN_AMERICA } from '../../src/member.ts';
import { ACTIVATED, ordersOf } from '../../src/orders.ts';
import { button, fillSignIn, heading, signIn } from '../../src/screen.ts';
import { Watch } from '../../src/watch.ts';
import { words } from '../../src/words.ts';

test.use({ serviceWorkers: 'allow' });

const DATABASE = 'minerx:answers';
const WORKER_FILE = join(import.meta.dirname, '../../../apps/web/dist/sw.js');
const QUESTION = 'My miner hums louder than yesterday.';

/** The app's files, all texts of its language and the last answers are on the device. */
const readyForOffline = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async (database) => {
          if (navigator.serviceWorker.controller === null) return false;
          if ((await (await caches.open('minerx-texts')).keys()).length < 3) return false;
          return (await indexedDB.databases()).some(({ name }) => name === database);
        }, DATABASE),
      { timeout: 60_000 },
    )
    .toBe(true);

/** This start keeps answers, and has what is kept. */
const keeping = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /kept-answers/.test(name))),
    )
    .toBe(true);

/** From now on; later it tells whether the page showed this text, were it for a moment. */
const seen = async (page: Page, text: string): Promise<() => Promise<boolean>> => {
  const found = await page.evaluateHandle((wanted) => {
    const of = { text: false };
    const look = () => (of.text ||= document.body.textContent.includes(wanted));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    return of;
  }, text);
  return () => found.evaluate((of) => of.text);
};

/** How many answers are kept on the device. */
const keptCount = (page: Page): Promise<number> =>
  page.evaluate(
    (database) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(database);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('last').objectStore('last').get('answers') as IDBRequest<
            { answers: unknown[] } | undefined
          >;
          asked.onsuccess = () => resolve(asked.result?.answers.length ?? 0);
          opening.result.close();
        };
      }),
    DATABASE,
  );

const banner = (page: Page) => page.getByText(words('common.offline'), { exact: true });
const oldValues = (page: Page) => page.getByText(words('common.oldValues')).first();
const total = (page: Page) => page.getByText(/^\$[\d,]+\.\d\d$/).first();

// proves 4: a network error while refreshing keeps the session
test('an app once opened opens without a network, says what is old, keeps what was typed, and is fresh again afterwards', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|no-response|ERR_FAILED|WebSocket/);
  await signIn(page, DEMO);
  await expect(total(page)).toBeVisible();
  await readyForOffline(page);
  // What was seen before another start is kept beside what that one shows.
  for (const list of ['/profile/announcement', '/profile/nft']) {
    const before = await keptCount(page);
    await page.goto(list);
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await expect.poll(() => keptCount(page)).toBeGreaterThan(before);
  }

  await context.setOffline(true);
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  await expect(total(page)).toBeVisible();
  await expect(oldValues(page)).toBeVisible();
  // The market too says how old its prices are, and not that they are on their way.
  const market = page.locator('section').filter({ has: page.getByRole('heading', { name: words('market.title') }) });
  await market.scrollIntoViewIfNeeded();
  await expect(market.getByText(new RegExp(`^${words('order.offline')} · `))).toBeVisible();
  await expect(market.getByText(words('order.connecting'), { exact: true })).toHaveCount(0);

  // Screens that were never opened open too; what they would load says that it could not.
  await page.goto('/profile/helpcenter');
  await expect(heading(page, words('ticket.title'))).toBeVisible();
  // So do those whose words come with them.
  await page.goto('/asset/spot/transfer');
  await expect(heading(page, words('transfer.title'))).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await page.goto('/profile/helpcenter');
  const question = page.getByRole('textbox');
  await question.fill(QUESTION);
  // Nothing can be sent: the button says so instead of trying.
  await expect(page.getByRole('main').locator('button[type="submit"]')).toHaveAccessibleDescription(
    words('common.offlineReason'),
  );
  await page.reload();
  await expect(question).toHaveValue(QUESTION);

  await page.goto('/');
  await expect(oldValues(page)).toBeVisible();
  await context.setOffline(false);
  await expect(banner(page)).toBeHidden();
  await expect(page.getByText(words('common.oldValues'))).toHaveCount(0);
  await expect(total(page)).toBeVisible();
});

test('a network that goes away later leaves the last values too, and they are said to be old', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|no-response|ERR_FAILED|WebSocket|500/);
  await signIn(page, DEMO);
  await expect(total(page)).toBeVisible();
  await readyForOffline(page);
  const before = await keptCount(page);
  await page.goto('/profile/announcement');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  await expect.poll(() => keptCount(page)).toBeGreaterThan(before);

  await page.goto('/profile');
  const way = page.getByRole('main').getByRole('link', { name: new RegExp(`^${words('announcement.title')}`) });
  await expect(way).toBeVisible();
  await keeping(page);
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  const nothing = await seen(page, words('common.offlineLoad'));
  await way.click();
  await expect(rows).toHaveCount(count);
  await expect(oldValues(page)).toBeVisible();
  expect(await nothing()).toBe(false);
  await context.setOffline(false);
  await expect(page.getByText(words('common.oldValues'))).toHaveCount(0);
  await expect(rows).toHaveCount(count);

  // So does a server that begins to fail.
  await page.goto('/profile');
  await expect(way).toBeVisible();
  await keeping(page);
  await page.route(/\/api\//, (route) => route.fulfill({ status: 500, body: '' }));
  await way.click();
  await expect(rows).toHaveCount(count);
  await expect(oldValues(page)).toBeVisible();
  await page.unroute(/\/api\//);
  await button(page.getByRole('main'), 'common.retry').click();
  await expect(page.getByText(words('common.oldValues'))).toHaveCount(0);
});

/** Whether the arc of a dial is as grey as an old value is. */
const isGrey = (page: Page): Promise<boolean> =>
  page.locator('[data-old] path[stroke-dasharray]').evaluate((arc) => {
    const faint = document.createElement('i');
    faint.style.color = 'var(--colour-text-faint)';
    document.body.append(faint);
    const grey = getComputedStyle(faint).color;
    faint.remove();
    const figure = arc.closest('[data-old]')!.querySelector('span[data-old]')!;
    return [getComputedStyle(arc).stroke, getComputedStyle(figure).color].every((colour) => colour === grey);
  });

test('without a line the figures of miners are grey and said to be old, and nothing to be on its way', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|no-response|ERR_FAILED|WebSocket|500/);
  let isBroken = false;
  await page.routeWebSocket('**/ws-miner', (socket) => void (isBroken ? socket.close() : socket.connectToServer()));
  const order = (await ordersOf(DEMO)).find(({ package_order_status: status }) => status === ACTIVATED)!;
  const details = `/order/details/${order.id}`;
  const main = page.getByRole('main');
  const live = main.getByText(words('common.live'), { exact: true }).first();
  const [offline, connecting] = [words('order.offline'), words('order.connecting')];
  await signIn(page, DEMO);
  await readyForOffline(page);
  for (const path of [details, '/dashboard']) {
    const before = await keptCount(page);
    await page.goto(path);
    await expect(live).toBeVisible();
    await expect.poll(() => keptCount(page)).toBeGreaterThan(before);
  }
  const expectOld = async (said: RegExp): Promise<void> => {
    await expect(main.getByText(said).first()).toBeVisible();
    await expect(main.getByText(/^[\d,]+\.\d\d$/).first()).toBeVisible();
    await expect.poll(() => isGrey(page)).toBe(true);
    for (const untrue of [connecting, words('order.initiating'), words('dashboard.hashrate')])
      await expect(main.getByText(untrue, { exact: true })).toHaveCount(0);
  };
  await page.goto('/profile');
  await keeping(page);
  isBroken = true;
  await context.setOffline(true);
  await page.getByRole('navigation').locator('a[href="/dashboard"]').click();
  await expectOld(new RegExp(`^${offline} · `));
  await page.goto(details);
  await expectOld(new RegExp(`^${offline} · `));
  await context.setOffline(false);

  // With a network, and a server that fails: nor does its miner start anew.
  const api = /\/api\/(?!member\/refresh)/;
  await page.route(api, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(details);
  await expectOld(new RegExp(`^${words('common.delayed', { age: '' })}`));
  isBroken = false;
  await page.unroute(api);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(live).toBeVisible({ timeout: 60_000 });
});

test('a first visit of several short looks leaves the app on the device', async ({ page, context, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|no-response|ERR_FAILED|WebSocket/);
  await page.clock.install();
  // Each ends before a page has stood for long: by its own clock no more than this has passed.
  for (let look = 0; look < 5; look++) {
    await page.clock.resume();
    await page.goto('/login');
    await expect(heading(page, words('session.signIn'))).toBeVisible();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1500));
  }
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.clock.resume();
  await context.setOffline(true);
  await page.goto('/login');
  await expect(heading(page, words('session.signIn'))).toBeVisible();
});

test('without a network nothing is paid: the button of a review says why until there is one', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|no-response|ERR_FAILED|WebSocket/);
  await signIn(page, DEMO, '/order');
  await button(page.getByRole('main'), 'order.activate').first().click();
  const review = page.getByRole('dialog', { name: words('order.activate.title') });
  const pay = button(review, 'order.activate');
  await expect(review).toContainText('AOGTD');
  await expect(pay).toBeEnabled();
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
  await context.setOffline(true);
  await expect(pay).toHaveAccessibleDescription(words('common.offlineReason'));
  sent.length = 0;
  await pay.click({ force: true });
  await expect(review).toBeVisible();
  expect(sent.filter((url) => url.includes('activate'))).toEqual([]);
  await context.setOffline(false);
  await expect(pay).not.toHaveAccessibleDescription(words('common.offlineReason'));
  await expect(pay).toBeEnabled();
  await button(review, 'common.cancel').click();
});

test('an error that nothing catches is refused even where the console may say the same', async ({ browser }) => {
  const watch = new Watch();
  watch.expect(/Failed to fetch/);
  const page = await browser.newPage();
  watch.follow(page);
  await page.evaluate(() => {
    console.error('TypeError: Failed to fetch');
    void Promise.reject(new TypeError('Failed to fetch'));
  });
  await expect
    .poll(() => watch.complaints())
    .toEqual([expect.stringContaining('uncaught: TypeError: Failed to fetch')]);
  await page.close();
});

test('what sends at a switch or a search says so too while there is no network', async ({ page, context, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|no-response|ERR_FAILED|WebSocket/);
  await signIn(page, DEMO, '/profile/notification/settings');
  const choice = page.getByRole('switch', { name: new RegExp(`^${words('notice.quiet')}`) });
  await expect(choice).toBeEnabled();
  await context.setOffline(true);
  await expect(choice).toBeDisabled();
  await expect(choice).toHaveAccessibleDescription(words('common.offlineReason'));
  await context.setOffline(false);
  await expect(choice).toBeEnabled();
  await page.goto('/asset/spot/transfer');
  const find = button(page, 'transfer.find');
  await expect(find).toBeEnabled();
  await context.setOffline(true);
  await expect(find).toHaveAccessibleDescription(words('common.offlineReason'));
  await context.setOffline(false);
  await page.goto('/asset/spot/withdraw');
  const code = button(page, 'session.code.send');
  await expect(code).toBeEnabled();
  await context.setOffline(true);
  await expect(code).toHaveAccessibleDescription(words('common.offlineReason'));
  await context.setOffline(false);
});

test('nothing of a member stays on the device after signing out, nor shows to the next one', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|no-response|ERR_FAILED|WebSocket/);
  await signIn(page, DEMO);
  await expect(total(page)).toBeVisible();
  await readyForOffline(page);
  await page.goto('/miner/redeem');
  await page.getByRole('main').getByRole('textbox').fill('ABCD-EFGH-JKMN-PQRS');
  await page.goto('/profile');
  await button(page, 'common.logout').click();
  const dialog = page.getByRole('dialog');
  if (await dialog.isVisible()) await dialog.getByRole('button').last().click();
  await expect(heading(page, words('session.signIn'))).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain(DATABASE);

  await fillSignIn(page, IN_AMERICA.email, IN_AMERICA.password);
  await expect(page).not.toHaveURL(/\/login/);
  await expect(total(page)).toBeVisible();
  await page.goto('/miner/redeem');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveValue('');
  await page.goto('/');
  await readyForOffline(page);
  await context.setOffline(true);
  await page.goto('/profile');
  await expect(banner(page)).toBeVisible();
  await expect(page.getByText('aisyahdemo')).toHaveCount(0);
});

test('a new version offers itself quietly, and starts when the member says so', async ({ page }) => {
  await signIn(page, DEMO);
  await page.goto('/profile/helpcenter');
  const question = page.getByRole('textbox');
  await expect(question).toBeVisible();
  // What has no worker yet is not offered a newer one.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await question.fill(QUESTION);
  const worker = readFileSync(WORKER_FILE, 'utf8');
  try {
    writeFileSync(WORKER_FILE, `${worker}\n// a newer build`);
    await page.evaluate(() =>
      navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => undefined),
    );
    await expect(page.getByRole('status').getByText(words('common.update.ready'))).toBeVisible();
    await expect(question).toHaveValue(QUESTION);
    const started = page.waitForEvent('load');
    await button(page, 'common.update.now').click();
    await started;
    await expect(question).toHaveValue(QUESTION);
  } finally {
    writeFileSync(WORKER_FILE, worker);
  }
});

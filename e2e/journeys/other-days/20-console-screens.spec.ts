import type { Locator, Page, Request } from '@playwright/test';
import { comeAs, signInAt } from '../../src/console/console-page.ts';
import { expect, test } from '../../src/journey.ts';
import { registerWith } from '../../src/member.ts';
import { followTo, settled, type Routed } from '../../src/screens.ts';
import { expectAccessible } from '../../src/seen/accessible.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

/** Every place that the menu leads the admin to: desks first, then the nouns that have actions. */
const placesOf = async (page: Page): Promise<{ desks: string[]; nouns: string[] }> => {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Balance sheet' })).toBeVisible();
  const all = await menu.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const nouns = all.filter((path) => path.split('/').length === 4 && !path.startsWith('/console/catalogue/'));
  return { desks: all.filter((path) => !nouns.includes(path)), nouns };
};

const expectNothingBeside = async (page: Page, name: string): Promise<void> => {
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(beside, `${name} at 1280 px`).toBeLessThanOrEqual(0);
};

const routesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys((globalThis as unknown as Routed).__TSR_ROUTER__.routesByPath));

const routeOf = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as unknown as Routed).__TSR_ROUTER__.state.matches.at(-1)!.fullPath);

const turnTo = (page: Page, path: string): Promise<void> => followTo(page, path.replace('/console', '') || '/');

/** The first thing of a list, or of that one of its lists which has any. */
const firstRow = async (page: Page): Promise<Locator | null> => {
  const main = page.getByRole('main');
  const row = main.getByRole('row').getByRole('link').first();
  if ((await row.count()) > 0) return row;
  const lists = main.getByRole('navigation', { name: 'State' }).getByRole('link');
  for (const list of await lists.all()) {
    await list.click();
    await settled(page);
    if ((await row.count()) > 0) return row;
  }
  return null;
};

test('every page of the console can be used by everybody, in both themes, under a policy that lets nothing in', async ({
  page,
  watch,
}) => {
  test.setTimeout(600_000);
  // A preview parses what operators wrote in a document that is never shown; the parser names what it may not run.
  watch.expect(/violates the following Content Security Policy directive.*\/assets\/preview-/);
  const answer = await page.goto('/console/');
  const policy = answer!.headers()['content-security-policy']!;
  for (const part of ["style-src 'self';", "script-src 'self';", "require-trusted-types-for 'script';"])
    expect(policy).toContain(part);
  const seen = new Set<string>();
  const look = async (name: string): Promise<void> => {
    await settled(page);
    seen.add(await routeOf(page));
    await expectAccessible(page, name);
    await expectNothingBeside(page, name);
  };
  await look('sign-in');
  await page.goto('/console/invitation?id=none');
  await look('an invitation');
  await page.goto('/console/');
  await signInAt(page, 'admin');
  const { desks, nouns } = await placesOf(page);
  expect([desks.length > 15, nouns.length > 20]).toEqual([true, true]);
  for (const desk of [...desks, '/console/devices/register']) {
    await turnTo(page, desk);
    await look(desk);
    const row = await firstRow(page);
    if (row === null) continue;
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(desk);
    await look(`one of ${desk}`);
  }
  for (const noun of nouns) {
    await turnTo(page, noun);
    await look(noun);
  }
  // A page that is new is in the list of routes, and has to be come to by somebody. Few win what people hand over, so a demo may have nobody.
  const unseen = (await routesOf(page)).filter((route) => !seen.has(route));
  expect(unseen.filter((route) => route !== '/prizes-to-hand-over/$id')).toEqual([]);
});

test('a list that fails looks failed, and is there when it is asked for again', async ({ page, watch }) => {
  watch.expect(/50[03]/);
  await comeAs(page, 'admin', '/');
  const { desks } = await placesOf(page);
  let [lists, looked] = [0, 0];
  await page.route('**/api/operator/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (!path.endsWith('/all')) return route.continue();
    lists += 1;
    return route.fulfill({ status: 500, json: { err_code: 'err_internal', err_msg: 'Something went wrong.' } });
  });
  for (const desk of desks) {
    const before = lists;
    await turnTo(page, desk);
    if (lists === before) continue;
    const main = page.getByRole('main');
    await expect.soft(main.getByRole('status').getByText('Something went wrong.'), desk).toBeVisible();
    await expect.soft(main.getByRole('row'), desk).toHaveCount(0);
    await expectAccessible(page, `${desk}, failed`);
    looked += 1;
  }
  expect(looked).toBeGreaterThan(20);
  await page.goto('/console/members');
  await expect(page.getByText('Something went wrong.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await settled(page);
  await expect(page.getByText('Something went wrong.')).toHaveCount(0);
});

test('a page that cannot be loaded says so beside the menu, which leads on', async ({ page, watch }) => {
  watch.expect(/ERR_FAILED/, /dynamically imported module/, /preload/);
  await comeAs(page, 'admin', '/members');
  await page.route(/\/console\/assets\/news-/, (route) => route.abort());
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'News' }).click();
  await expect(page.getByText('This page could not be loaded.')).toBeVisible();
  await expectAccessible(page, 'a page that could not be loaded');
  await menu.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
  await page.unrouteAll();
  await menu.getByRole('link', { name: 'News' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
});

test('without a network a list says so instead of standing under another name, and comes with it', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /WebSocket/, /The server cannot be reached/);
  await comeAs(page, 'admin', '/withdrawals');
  const main = page.getByRole('main');
  await expect(main.getByRole('row').nth(1)).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(main.getByText('Old values. The server cannot be reached.')).toBeVisible();
  await main.getByRole('link', { name: 'Approved' }).click();
  await expect(main.getByText('The server cannot be reached.')).toBeVisible();
  await expect(main.getByRole('row')).toHaveCount(0);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'News' }).click();
  await expect(menu.getByRole('link', { name: 'News' })).toHaveAttribute('aria-current', 'page');
  await expect(main.getByText('The server cannot be reached.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(menu).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
});

test('filter and place of a list stand in the address: a reload, a colleague and the way back find them', async ({
  page,
  newPhone,
}) => {
  await comeAs(page, 'admin', '/devices');
  const firstOf = (shown: Page) => shown.getByRole('main').getByRole('row').nth(1).getByRole('cell').first();
  const first = firstOf(page);
  const third = await page.getByRole('main').getByRole('row').nth(3).getByRole('cell').first().innerText();
  await page.getByRole('searchbox', { name: 'From this serial on' }).fill(third);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/console/devices?serial=${third}`);
  await expect(first).toHaveText(third);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/\?serial=[^&]+&after=/);
  await expect(first).not.toHaveText(third);
  await settled(page);
  const [address, there] = [page.url(), await first.innerText()];
  await page.reload();
  await expect(first).toHaveText(there);

  const colleague = await newPhone({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });
  await colleague.goto(address);
  await signInAt(colleague, 'support');
  await expect(colleague).toHaveURL(address);
  await expect(firstOf(colleague)).toHaveText(there);

  await page.goBack();
  await expect(first).toHaveText(third);
  await page.goForward();
  await expect(first).toHaveText(there);
  // Another filter begins at its first page.
  await page.getByRole('link', { name: 'Free', exact: true }).click();
  await expect(page).toHaveURL(`/console/devices?serial=${third}&state=free`);
});

test('money that is pressed for twenty times is asked for once, under the key of its dialog', async ({ page }) => {
  const member = await registerWith({ USDT: '20' });
  await page.goto('/console/member/credit');
  await signInAt(page, 'finance');
  const keys: string[] = [];
  let answer = (): void => undefined;
  const pressed = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/operator/action', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key'] ?? 'none');
    await pressed;
    return route.continue();
  });
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Wallet').selectOption('USDT');
  await page.getByLabel('Amount').fill('7');
  await page.getByLabel('Reason').fill('goodwill');
  await page.getByRole('button', { name: 'Review' }).click();
  const press = page.getByRole('dialog').getByRole('button', { name: 'Do it' });
  await press.focus();
  for (let time = 0; time < 10; time += 1) await page.keyboard.press('Enter');
  for (let time = 0; time < 10; time += 1) await press.click({ force: true, noWaitAfter: true });
  // Nothing is shown as done before the server says so.
  await expect(page.getByText('another operator has to agree')).toHaveCount(0);
  expect(keys).toHaveLength(1);
  answer();
  await expect(page.getByText('another operator has to agree')).toBeVisible();
  expect(keys).toHaveLength(1);
  await page.goto('/console/');
  await expect(page.getByRole('listitem').filter({ hasText: member.email })).toHaveCount(1);
});

test('an answer that got lost is asked for under its key, after a reload too; what is done leaves an empty form', async ({
  page,
  watch,
}) => {
  watch.expect(/ERR_FAILED/);
  const member = await registerWith({ USDT: '20' });
  await page.goto('/console/member/credit');
  await signInAt(page, 'finance');
  const keys = new Set<string>();
  let isLost = true;
  await page.route('**/api/operator/action', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.add(route.request().headers()['idempotency-key'] ?? 'none');
    if (!isLost) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Wallet').selectOption('USDT');
  await page.getByLabel('Amount').fill('7');
  await page.getByLabel('Reason').fill('goodwil');
  await page.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Do it' }).click();
  await expect(dialog.getByText('Nobody knows whether it was done.')).toBeVisible();
  // It stands as it was sent, with the dialog closed as well.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Reason')).not.toBeEditable();
  await expect(page.getByLabel('Wallet')).toBeDisabled();
  isLost = false;
  await page.reload();
  // It is told at once, as it was sent.
  await expect(dialog.getByText('Nobody knows whether it was done.')).toBeVisible();
  await expect(dialog.getByText('goodwil')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask again' }).click();
  await expect(dialog.getByText('another operator has to agree')).toBeVisible();
  expect(keys.size).toBe(1);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Amount')).toHaveValue('');
  await expect(page.getByLabel('Reason')).toHaveValue('');
  await page.goto('/console/');
  await expect(page.getByRole('listitem').filter({ hasText: member.email })).toHaveCount(1);
});

test('a session that ended leads to sign-in and back, and leaves nothing of a member', async ({ page }) => {
  const member = await registerWith({});
  await comeAs(page, 'support', `/member/show?email=${encodeURIComponent(member.email)}`);
  const told = page.getByRole('region', { name: 'Answer of member show' });
  await expect(told).toContainText(member.email);
  await page.getByRole('link', { name: 'Tickets', exact: true }).click();
  await settled(page);
  await page.goBack();
  await expect(told).toContainText(member.email);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByText(member.email)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByText(member.email)).toHaveCount(0);
  await signInAt(page, 'support');
});

test('what waits says when it is old, and a page that nobody touches says so to the server', async ({
  page,
  watch,
}) => {
  watch.expect(/500/);
  await page.clock.install();
  await comeAs(page, 'admin', '/');
  await expect(page.getByText('Withdrawals to review')).toBeVisible();
  const inQueue = async (name: string) =>
    Number(await page.getByRole('main').getByRole('link', { name }).getByText(/^\d+$/).innerText());
  const tickets = await inQueue('Tickets');
  await expect(page.getByRole('navigation').getByRole('listitem').filter({ hasText: 'Tickets' })).toHaveText(
    tickets === 0 ? 'Tickets' : `Tickets${tickets} wait`,
  );
  /** Asked anew half a minute after the last answer, which the page may not have taken in yet: until the server hears this of a question. */
  const hears = async (byItself: 'yes' | undefined) => {
    const asked: Request[] = [];
    page.on('request', (request) => request.url().includes('/api/operator/') && asked.push(request));
    await expect(async () => {
      await page.clock.fastForward(31_000);
      expect(asked.map((request) => request.headers()['x-by-itself'])).toContain(byItself);
    }).toPass();
  };
  await hears('yes');
  await page.keyboard.press('Shift');
  await hears(undefined);
  await page.route('**/api/operator/waiting', (route) =>
    route.fulfill({ status: 500, json: { err_code: 'err_internal', err_msg: 'Something went wrong.' } }),
  );
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(page.getByRole('status').getByText('Old values. Something went wrong.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('Withdrawals to review')).toBeVisible();
});

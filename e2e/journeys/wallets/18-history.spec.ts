import { readFile } from 'node:fs/promises';
import { unitsFrom } from '@minerx/rules/money';
import type { Locator, Page } from '@playwright/test';
import { succeed } from '../../src/call.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO, registerWith, tokenOf, type Member } from '../../src/member.ts';
import { ENDED, ordersOf } from '../../src/orders.ts';
import { button, field, heading, scrollTo, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { expectRoom, LARGE } from '../../src/seen/room.ts';
import { words } from '../../src/words.ts';

const kind = (name: string): string => words(`transaction.kind.${name}`);
const lines = (page: Page) => page.getByRole('main').getByRole('list').getByRole('button');

/** Somebody with a bought and activated miner. */
const minerOwner = async (): Promise<Member> => {
  const member = await registerWith({ CW: '1500', AOGTD: '100', GBPT: '40' });
  const accessToken = await tokenOf(member);
  const body = {
    package: 1,
    payment_method: 1,
    quantity: 1,
    amount1: '1000',
    amount2: '0',
    amount3: '0',
    member_security_pin: member.pin,
  };
  await succeed('package/purchase', { body, accessToken });
  const [order] = await ordersOf(member);
  await succeed('package/order/activate', { body: { id: order!.id }, accessToken });
  return member;
};

// proves 2: /asset/spot/transaction/{id}
test('the history filters, opens to what a movement came from, and saves as it is shown', async ({ page }) => {
  const member = await minerOwner();
  await signIn(page, member, '/asset');
  await page.getByRole('link', { name: words('wallet.history'), exact: true }).click();
  await expect(heading(page, words('wallet.history'))).toBeVisible();
  await expect(lines(page)).toHaveCount(5);
  await expect(lines(page).first()).toContainText(kind('activation'));
  await expect(lines(page).filter({ hasText: kind('purchase') })).toContainText('−1,000.00');
  await expect(lines(page).filter({ hasText: kind('purchase') })).toContainText('500.00');
  await expectAccessible(page, 'history');
  await expectNoSidewaysScroll(page, 'history');

  const waiting = page.waitForEvent('download');
  await button(page, 'transaction.files').click();
  await button(page, 'transaction.export').click();
  const csv = await readFile(await (await waiting).path(), 'utf8');
  await page.keyboard.press('Escape');
  expect(csv.split('\r\n')[1]).toContain('activation,AOGTD,-20,80');

  await page.getByText(words('transaction.filters'), { exact: true }).click();
  await field(page, 'transaction.kind').selectOption({ label: kind('purchase') });
  await expect(lines(page)).toHaveCount(1);
  await field(page, 'transaction.wallet').selectOption('2');
  await expect(page.getByText(words('transaction.empty.filtered'))).toBeVisible();
  await field(page, 'transaction.wallet').selectOption('4');
  await expect(lines(page)).toHaveCount(1);
  // A day is typed digit by digit: nobody is asked for the years on the way to its own.
  const asked = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallet/transaction')) asked.add((request.postDataJSON() as { to?: string }).to);
  });
  await field(page, 'transaction.to').focus();
  await page.keyboard.type('01012020');
  await expect(page.getByText(words('transaction.empty.filtered'))).toBeVisible();
  expect([...asked]).toEqual(['2020-01-01']);
  await field(page, 'transaction.to').fill('');
  // A day that nothing can have moved on is told where it was typed.
  await field(page, 'transaction.from').fill('2099-01-01');
  await expect(page.getByText(words('transaction.day.future'))).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
  await field(page, 'transaction.kind').selectOption({ label: kind('refund') });
  await page.getByRole('link', { name: words('transaction.clear'), exact: true }).click();
  await expect(lines(page).first()).toBeVisible();
  await expect(field(page, 'transaction.from')).toHaveValue('');
  await expect(field(page, 'transaction.wallet')).toHaveValue('4');
  const [period, from, to] = await Promise.all(
    ['period', 'from', 'to'].map(async (name) => (await field(page, `transaction.${name}`).boundingBox())!),
  );
  expect(from!.y).toBe(to!.y);
  expect(period!.width).toBeGreaterThan(from!.width + to!.width);
  // The usual days by one touch.
  await field(page, 'transaction.period').selectOption({ label: words('transaction.period.last', { count: '7' }) });
  await expect(field(page, 'transaction.from')).not.toHaveValue('');
  // In the member's words, not in the browser's.
  const written = (name: string) => field(page, `transaction.${name}`).locator('..');
  await expect(written('from')).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}$/);
  await expect(written('to')).toHaveText(words('transaction.period.any'));
  await expect(page.getByText(words('transaction.day.begins', { time: '08:00' }))).toBeVisible();
  await expect(lines(page).first()).toBeVisible();
  await field(page, 'transaction.period').selectOption({ label: words('transaction.period.any') });
  await expect(field(page, 'transaction.from')).toHaveValue('');
  // However many filter: one touch leads back to all.
  await field(page, 'transaction.kind').selectOption({ label: kind('purchase') });
  await button(page, 'transaction.clear').click();
  await expect(page).toHaveURL('/asset/spot/transaction/4');
  await expect(button(page, 'transaction.clear')).toHaveCount(0);
  await field(page, 'transaction.kind').selectOption({ label: kind('purchase') });
  // Kinds stand as the reader looks for them, and wallets that hold nothing of the member's are not offered.
  const kinds = await field(page, 'transaction.kind').getByRole('option').allTextContents();
  expect(kinds.slice(1)).toEqual(kinds.slice(1).toSorted(new Intl.Collator('en').compare));
  const wallets = await field(page, 'transaction.wallet').getByRole('option').allTextContents();
  expect(wallets).toContain('GBPT');
  expect(wallets).not.toContain('LOCK');

  await lines(page).first().click();
  const sheet = page.getByRole('dialog', { name: kind('purchase') });
  await expect(sheet).toContainText(`${words('transaction.party.wallet')} → ${words('transaction.party.sales')}`);
  await expect(sheet).toContainText('1,000.00');
  const [order] = await ordersOf(member);
  await sheet.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/order/details/${order!.id}$`));
});

/** Of each movement that is drawn: its day where the reader is, and the name of a day that it stands below. */
const daysOf = (page: Page) =>
  page
    .getByRole('list', { name: words('wallet.history') })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.map((row) => ({
        day: new Date(row.querySelector('time')!.dateTime).toDateString(),
        name: row.querySelector('h2')?.textContent ?? null,
      })),
    );

test('movements stand below the days that they were made on, and more of them move none', async ({ page }) => {
  await signIn(page, DEMO);
  await open(page, '/asset/spot/transaction/all?kind=reward');
  const expectDays = async () => {
    const rows = await daysOf(page);
    const firsts = rows.map(({ day }, place) => day !== rows[place - 1]?.day);
    expect(rows.map(({ name }) => name !== null)).toEqual(firsts);
    expect(new Set(rows.map(({ name }) => name)).size - 1).toBe(new Set(rows.map(({ day }) => day)).size);
    return rows.length;
  };
  const count = await expectDays();
  await expectAccessible(page, 'history by days');
  const top = () =>
    lines(page)
      .nth(1)
      .evaluate((row) => row.getBoundingClientRect().top + scrollY);
  const before = await top();
  await lines(page).last().scrollIntoViewIfNeeded();
  await expect.poll(() => lines(page).count()).toBeGreaterThan(count);
  expect(await top()).toBe(before);
  await expectDays();
});

test('the filters of the history have room for large words', async ({ page }) => {
  await signIn(page, DEMO);
  await open(page, '/asset/spot/transaction/all?from=2026-11-02&to=2026-11-18');
  await page.getByText(words('transaction.filters'), { exact: true }).click();
  await expectAccessible(page, 'filters');
  await expectRoom(page, '/asset/spot/transaction/all', LARGE);
});

test('the chosen kind of a history is read to its end, however narrow', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, DEMO);
  await open(page, '/asset/spot/transaction/all?kind=transfer');
  await page.getByText(words('transaction.filters'), { exact: true }).click();
  const [wallet, chosen] = await Promise.all(
    ['wallet', 'kind'].map(async (name) => (await field(page, `transaction.${name}`).boundingBox())!),
  );
  expect(chosen!.width).toBe(wallet!.width);
  expect(chosen!.width).toBeGreaterThan(300);
});

test('hidden amounts are hidden in every history', async ({ page }) => {
  await signIn(page, DEMO);
  await settled(page);
  await button(page, 'common.hideAmounts').click();
  for (const path of ['/asset/spot/withdraw/history', '/profile/nft/history', '/asset/spot/transaction/all']) {
    await open(page, path);
    await expect(page.getByText('********').first()).toBeVisible();
    await expect(page.getByText(/\d\.\d\d\sUSDT/)).toHaveCount(0);
  }
});

/** Movements of the demo member: the screen that shows what each came from, and what of it both show; it stands last in the sheet. */
const CAME_FROM = [
  ['withdrawal', '/asset/spot/withdraw/history', /0x[0-9a-f]{40}/gi],
  ['nft_withdrawal', '/profile/nft/history', /(?<=#)\d+/g],
  ['stake', '/profile/staking/history', /[\d,.]+\sAOGP/g],
  // Which money is won is the deck's affair; bitcoin is won at its worth in dollars and credited in coins.
  ['prize', '/duitraya/history', /[\d,.]+(?=\s(?:CW|RW))|(?<=\d\s)BTC/g],
  ['purchase', '/order', /X1-\w+/g],
] as const;

/** Opens a movement and presses the link to what it came from; gives what its sheet said. */
const followMovement = async (page: Page, movement: Locator): Promise<string> => {
  await movement.click();
  const sheet = page.getByRole('dialog');
  const link = sheet.getByRole('link');
  await expect(link).toBeVisible();
  const said = await sheet.innerText();
  await link.click();
  return said;
};

test('what a movement came from is one press away, and stands marked above its list', async ({ page }) => {
  await signIn(page, DEMO);
  for (const [name, path, mark] of CAME_FROM) {
    await open(page, `/asset/spot/transaction/all?kind=${name}`);
    const said = await followMovement(page, lines(page).first());
    await expect(page).toHaveURL(new RegExp(`${path}\\?id=`));
    const found = page.getByRole('region', { name: words('common.sought') });
    await expect(found).toContainText(said.match(mark)!.at(-1)!);
    await expect(found).toBeInViewport();
    // The row itself, not the page that has it.
    expect(await found.getByRole('listitem').count()).toBeLessThan(2);
  }
});

test('a reward leads to its receipt, of an order that lives and of one that has ended, whose notice leads there too', async ({
  page,
}) => {
  const ended = (await ordersOf(DEMO)).find((order) => order.package_order_status === ENDED)!;
  const { data } = await succeed('order/rewards', { accessToken: await tokenOf(DEMO), body: { id: ended.id } });
  const [{ reward_amount: last }] = data as [{ reward_amount: string }];
  await signIn(page, DEMO);
  for (const [movement, path] of [
    [lines(page).first(), '/order/details/'],
    [lines(page).filter({ hasText: last }), `/order/receipts/${ended.id}`],
  ] as const) {
    await open(page, '/asset/spot/transaction/3?kind=reward');
    await scrollTo(movement);
    const said = await followMovement(page, movement);
    await expect(page).toHaveURL(new RegExp(`${path}.*\\?receipt=`));
    await expect(page.getByRole('dialog')).toContainText(said.match(/[\d.]+\sBTC/g)!.at(-1)!);
  }
  await open(page, '/profile/notification');
  const notice = page.getByRole('link', { name: /^Miner ended/ });
  await scrollTo(notice);
  await notice.first().click();
  await expect(page).toHaveURL(`/order/receipts/${ended.id}`);
  await expect(heading(page, words('order.tab.rewards'))).toBeVisible();
});

interface Told {
  id: string;
  kind: string;
  label: string;
  amount: string | null;
}

/** The newest that the demo member was told of some kinds. */
const newestTold = async (kinds: RegExp): Promise<Told> => {
  const accessToken = await tokenOf(DEMO);
  for (let before: string | undefined; ;) {
    const body = { pageSize: 100, ...(before && { before }) };
    const { data, more } = await succeed('member/notice/all', { accessToken, body });
    const found = (data as Told[]).find(({ kind }) => kinds.test(kind));
    if (found) return found;
    if (!more) throw new Error(`Nobody was told of ${kinds}.`);
    before = (data as Told[]).at(-1)!.id;
  }
};

test('a notice opens the very row that it tells of, and of a day’s rewards those that add up to it', async ({
  page,
}) => {
  await signIn(page, DEMO);
  const deposit = await newestTold(/^deposit$/);
  await page.goto(`/profile/notification/${deposit.id}`);
  await expect(page).toHaveURL(/\/asset\/spot\/deposit\?id=/);
  const found = page.getByRole('region', { name: words('common.sought') });
  await expect(found).toContainText(deposit.label);
  await expect(found).toBeInViewport();
  await expect(page.getByRole('radio', { name: deposit.label })).toBeChecked();

  const sent = await newestTold(/^nft_/);
  await page.goto(`/profile/notification/${sent.id}`);
  await expect(page).toHaveURL(/\/profile\/nft\/history\?id=/);
  await expect(found).toContainText(sent.label.match(/#\d+/)![0]);
  await expect(found).toBeInViewport();

  const reward = await newestTold(/^reward$/);
  await page.goto(`/profile/notification/${reward.id}`);
  await expect(page).toHaveURL(/\/transaction\/3\?kind=reward&from=/);
  await expect(lines(page).first()).toContainText(kind('reward'));
  const sats = (await lines(page).allInnerTexts()).map((line) =>
    BigInt(line.match(/\+([\d.]+)/)![1]!.replace('.', '')),
  );
  const told = unitsFrom(reward.amount!);
  expect(sats.reduce((sum, sat) => sum + sat, 0n)).toBe(told);
});

// proves 2: /asset/spot/transaction/statement
test('the statement of the month adds up, and wallets open their own movements', async ({ page }) => {
  const member = await minerOwner();
  await signIn(page, member, '/asset/spot/transaction/statement');
  const wallet = page.getByRole('region', { name: 'CW', exact: true });
  await expect(wallet.getByRole('row').first()).toContainText(words('transaction.statement.closing'));
  // Nothing to the eye, and read out as what it is.
  await expect(wallet.getByRole('row', { name: words('transaction.statement.opening') })).toContainText(/–0\.00$/);
  await expect(wallet.getByRole('row', { name: kind('credit') })).toContainText('+1,500.00');
  await expect(wallet.getByRole('row', { name: kind('purchase') })).toContainText('−1,000.00');
  await expect(wallet.getByRole('row', { name: words('transaction.statement.closing') })).toContainText('500.00');
  await expectAccessible(page, 'statement');
  await expectNoSidewaysScroll(page, 'statement');

  // On paper it is dark on white, says whose it is, and nothing stands over it that can only be pressed.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText(member.email)).toBeVisible();
  await expect(page.getByRole('button', { name: words('transaction.print') })).toBeHidden();
  await expect(field(page, 'transaction.month')).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await page.emulateMedia({ media: 'screen' });

  await page.goto('/asset');
  await page.getByRole('link', { name: /^AOGTD/ }).click();
  await settled(page);
  await expect(lines(page)).toHaveCount(2);

  // What is done from there is done with that wallet, and the way back leads to it.
  for (const [move, chosen] of [
    ['withdraw', 'withdrawal.coin'],
    ['swap', 'swap.to'],
  ]) {
    await page
      .getByRole('navigation', { name: words('wallet.actions') })
      .getByText(words(`wallet.${move}`))
      .click();
    await expect(field(page, chosen!)).toHaveValue('2');
    await page.getByRole('link', { name: words('common.back') }).click();
    await expect(lines(page)).toHaveCount(2);
  }

  // A wallet in which nothing has moved is no filter that hides something, and is not deposited to where that cannot be.
  for (const [wallet, deposits] of [
    [1, 2],
    [3, 0],
  ] as const) {
    await open(page, `/asset/spot/transaction/${wallet}`);
    await expect(page.getByText(words('transaction.empty.wallet'))).toBeVisible();
    await expect(page.getByRole('main').locator('summary').first()).toHaveText(words('transaction.filters'));
    const link = page.getByRole('link', { name: words('deposit.title'), exact: true });
    await expect(link).toHaveCount(deposits);
  }

  await page.goto('/asset');
  await page.getByRole('link', { name: words('wallet.othersHistory') }).click();
  await settled(page);
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).first()).toContainText('+40.00');
});

test('a month that cannot be loaded leaves the way back to the one shown before', async ({ page, watch }) => {
  watch.expect(/403/);
  await signIn(page, DEMO, '/asset/spot/transaction/statement');
  const months = field(page, 'transaction.month').getByRole('option');
  await expect(months.nth(1)).toBeAttached();
  const names = await months.allTextContents();
  await page.route('**/api/wallet/transaction/statement?*', (route) =>
    route.fulfill({ status: 403, json: { err_code: 'err_forbidden', err_msg: 'no', request_id: 'x' } }),
  );
  await field(page, 'transaction.month').selectOption({ index: 1 });
  await expect(page.getByText(words('common.loadFailed'))).toBeVisible();
  expect(await months.allTextContents()).toEqual(names);
});

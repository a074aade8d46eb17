import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { succeed } from '../../src/call.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO, registerWith, tokenOf, type Member } from '../../src/member.ts';
import { ordersOf } from '../../src/orders.ts';
import { button, field, heading, signIn } from '../../src/screen.ts';
import { settled } from '../../src/screens.ts';
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
  await page.getByText(words('transaction.files'), { exact: true }).click();
  await button(page, 'transaction.export').click();
  const csv = await readFile(await (await waiting).path(), 'utf8');
  expect(csv.split('\r\n')[1]).toContain('activation,AOGTD,-20,80');

  await page.getByText(words('transaction.filters'), { exact: true }).click();
  await field(page, 'transaction.kind').selectOption({ label: kind('purchase') });
  await expect(lines(page)).toHaveCount(1);
  await field(page, 'transaction.wallet').selectOption('2');
  await expect(page.getByText(words('transaction.empty.filtered'))).toBeVisible();
  await field(page, 'transaction.wallet').selectOption('4');
  await expect(lines(page)).toHaveCount(1);
  await field(page, 'transaction.to').fill('2020-01-01');
  await expect(page.getByText(words('transaction.empty.filtered'))).toBeVisible();
  await field(page, 'transaction.to').fill('');

  await lines(page).first().click();
  const sheet = page.getByRole('dialog', { name: kind('purchase') });
  await expect(sheet).toContainText(`${words('transaction.party.wallet')} → ${words('transaction.party.sales')}`);
  await expect(sheet).toContainText('1,000.00');
  const [order] = await ordersOf(member);
  await sheet.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/order/details/${order!.id}$`));
});

// proves 2: /asset/spot/transaction/statement
test('the statement of the month adds up, and wallets open their own movements', async ({ page }) => {
  const member = await minerOwner();
  await signIn(page, member, '/asset/spot/transaction/statement');
  const wallet = page.getByRole('region', { name: 'CW', exact: true });
  await expect(wallet.getByRole('row', { name: words('transaction.statement.opening') })).toContainText('0.00');
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

import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { call } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, DEMO, register, registerWith, tokenOf, type Member } from '../../src/member.ts';
import { answerAlert, button, field, heading, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { words } from '../../src/words.ts';
import { operator } from '../../src/world.ts';

const WRONG_PIN = '000000';
const CONGRATULATION = 'Congratulations! You have successfully staked.';

const switchTo = (state: 'on' | 'off') => operator('staking', state, '--reason', 'journey');
const form = ({ pin }: Member, amount: string, amount2: string) => ({
  amount,
  amount2,
  staking_type: 1,
  member_security_pin: pin,
});
const orders = (page: Page) => page.getByRole('main').getByRole('listitem');

test.afterEach(() => switchTo('off'));

// proves 2: /profile/staking: overlay while it is off
// proves 8: staking: refusal while it is off
test('while staking is off a note lies over its form, and the server refuses it', async ({ page }) => {
  const member = await registerWith({ AOGP: '10', GBPT: '2500' });
  await signIn(page, member, '/profile');
  const banner = page.getByRole('link', { name: words('staking.banner') });
  await expect(banner).toContainText(words('staking.banner.closed'));
  await banner.click();
  await expect(heading(page, words('staking.title'))).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: words('staking.unavailable') })).toBeVisible();
  await expect(page.locator('form [inert] input[name=amount2]')).toBeHidden();
  const submit = page.locator('button[type=submit]');
  await expect(submit).toBeVisible();
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'staking while it is off');
  await expectNoSidewaysScroll(page, 'staking while it is off');

  const answer = await call('staking', { accessToken: await tokenOf(member), body: form(member, '2', '500') });
  expect(answer).toMatchObject({ status: 422, errCode: 'err_staking_unavailable' });
  expect(await balanceOf(member, 'AOGP')).toBe('10');

  await page.getByRole('link', { name: words('staking.history') }).click();
  await expect(heading(page, words('staking.history'))).toBeVisible();
  await expect(page.getByText(words('common.noRecord'))).toBeVisible();
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page).toHaveURL('/profile/staking');
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page).toHaveURL('/profile');
});

// proves 4: after staking to its history
// proves 8: staking: success
test('once operators switch it on, a member stakes and finds the order in the history', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ AOGP: '100', GBPT: '10000' });
  await switchTo('on');
  await signIn(page, member);
  await open(page, '/profile/staking');
  await expectAccessible(page, 'staking');
  await expectNoSidewaysScroll(page, 'staking');
  const amount = field(page, 'staking.amount');
  const amount2 = field(page, 'staking.amount2');

  // The second amount follows every keystroke.
  await amount.pressSequentially('1');
  await expect(amount2).toHaveValue('250.00');
  await amount.pressSequentially('2');
  await expect(amount2).toHaveValue('3,000.00');
  await amount.pressSequentially('.5');
  await expect(amount2).toHaveValue('3,125.00');
  await expect(amount2).not.toBeEditable();

  await amount.fill('0.5');
  await button(page, 'staking.submit').click();
  await expect(page.getByText(words('err_staking_amount'))).toBeVisible();
  await amount.fill('41');
  await button(page, 'staking.submit').click();
  await expect(page.getByText(words('miner.short', { wallet: 'GBPT' }))).toBeVisible();
  await button(page, 'common.max').click();
  await expect(amount).toHaveValue('40');

  const review = page.getByRole('dialog', { name: words('staking.review') });
  await amount.fill('12,5');
  await button(page, 'staking.submit').click();
  await expect(page.getByText(words('err_pin_rule'))).toBeVisible();
  await field(page, 'miner.pin').fill(WRONG_PIN);
  await button(page, 'staking.submit').click();
  await expect(review).toContainText('3,125.00');
  await expectAccessible(page, 'the review of a stake');
  await button(review, 'staking.review.accept').click();
  await answerAlert(page, 'Failed Staking', words('err_pin_wrong'));
  await expect(field(page, 'miner.pin')).toHaveValue('');
  await expect(amount).toHaveValue('12,5');

  await field(page, 'miner.pin').fill(member.pin);
  await button(page, 'staking.submit').click();
  await button(review, 'staking.review.accept').click();
  await answerAlert(page, 'Staking Successful', CONGRATULATION);
  await expect(page).toHaveURL('/profile/staking/history');
  await expect(orders(page)).toHaveCount(1);
  await expect(orders(page).first()).toContainText('12.50');
  await expect(orders(page).first()).toContainText('3,125.00');
  await expect(orders(page).first()).toContainText(words('staking.status.active'));
  await expectAccessible(page, 'the history');
  await expectNoSidewaysScroll(page, 'the history');
  expect(await balanceOf(member, 'AOGP')).toBe('87.5');
  expect(await balanceOf(member, 'GBPT')).toBe('6875');

  const token = await tokenOf(member);
  for (let n = 0; n < 8; n += 1)
    expect((await call('staking', { accessToken: token, body: form(member, '1', '250') })).status).toBe(200);
  await page.reload();
  await expect(orders(page)).toHaveCount(8);
  await button(page, 'common.next').click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(orders(page)).toHaveCount(1);
  await expect(orders(page).first()).toContainText('12.50');
});

test('a stake whose answer gets lost is asked for again and counts once', async ({ page, watch, moneyMoves }) => {
  moneyMoves();
  watch.expect(/api\/staking/, /ERR_/);
  const member = await registerWith({ AOGP: '100', GBPT: '10000' });
  await switchTo('on');
  await signIn(page, member);
  await open(page, '/profile/staking');
  let lost = 0;
  await page.route(/\/api\/staking$/, async (route) => {
    if (lost < 3) {
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  await field(page, 'staking.amount').fill('10');
  await field(page, 'miner.pin').fill(member.pin);
  await button(page, 'staking.submit').click();
  await button(page, 'staking.review.accept').click();
  await expect(page.getByRole('heading', { name: words('staking.lost') })).toBeVisible();
  expect(lost).toBe(3);
  await expect(page.getByText('Failed Staking')).toBeHidden();
  await expectAccessible(page, 'a stake without an answer');

  // Through a reload, and with another wrong PIN, it stays the same stake.
  await page.reload();
  await field(page, 'miner.pin').fill(WRONG_PIN);
  await button(page, 'miner.ask').click();
  await answerAlert(page, 'Failed Staking', words('err_pin_wrong'));
  await field(page, 'miner.pin').fill(member.pin);
  await button(page, 'miner.ask').click();
  await answerAlert(page, 'Staking Successful', CONGRATULATION);
  await expect(orders(page)).toHaveCount(1);
  expect(await balanceOf(member, 'AOGP')).toBe('90');
});

// proves 8: staking: refusal
test('switching it off while somebody fills in the form refuses the stake and lays the note over it', async ({
  page,
}) => {
  const member = await registerWith({ AOGP: '10', GBPT: '2500' });
  await switchTo('on');
  await signIn(page, member);
  await open(page, '/profile/staking');
  await field(page, 'staking.amount').fill('2');
  await field(page, 'miner.pin').fill(member.pin);
  await button(page, 'staking.submit').click();
  await switchTo('off');
  await button(page, 'staking.review.accept').click();
  await answerAlert(page, 'Failed Staking', words('err_staking_unavailable'));
  await expect(page.getByText(words('staking.unavailable'), { exact: true })).toBeVisible();
  expect(await balanceOf(member, 'AOGP')).toBe('10');
});

// proves 2: /profile/staking/history
// proves 4: staking order 1 Active, 9 Ended
test('the demo member has one ended and one active stake, somebody else none of them', async ({ page, newPhone }) => {
  await signIn(page, DEMO);
  await open(page, '/profile/staking/history');
  await expect(orders(page).nth(0)).toContainText(words('staking.status.active'));
  await expect(orders(page).nth(1)).toContainText(words('staking.status.ended'));
  const other = await newPhone();
  await signIn(other, await register());
  await open(other, '/profile/staking/history');
  await expect(other.getByText(words('common.noRecord'))).toBeVisible();
});

import type { Page } from '@playwright/test';
import { expectAccessible, violationsOf } from '../../src/seen/accessible.ts';
import { decideTwice, openDesk, signInAt } from '../../src/console/console-page.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, registerWith } from '../../src/member.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

const expectAxeClean = async (page: Page): Promise<void> => expect(await violationsOf(page)).toEqual([]);

test('a credit is noted by one operator and done when another agrees, however often it is pressed', async ({
  page,
  browser,
  moneyMoves,
  watch,
}) => {
  moneyMoves();
  watch.expect(/401/);
  const member = await registerWith({ USDT: '20' });
  await page.goto('/console/member/credit');
  await expect(page).toHaveURL(/\/console\/sign-in/);
  await expectAxeClean(page);
  await signInAt(page, 'support');
  // Support may look at members, and credit none.
  await expect(page.getByText('There is no such action')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.goto('/console/member/credit');
  await signInAt(page, 'finance');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Wallet').selectOption('USDT');
  await page.getByLabel('Amount').fill('7');
  await page.getByLabel('Reason').fill('goodwill');
  await expectAxeClean(page);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Do it' }).dblclick();
  await expect(page.getByText('another operator has to agree')).toBeVisible();
  expect(await balanceOf(member, 'USDT')).toBe('20');

  // What waits for a second operator stands on the first page of the other one.
  const { desk: other, context } = await openDesk(browser, 'admin', '/');
  const proposal = other.getByRole('listitem').filter({ hasText: member.email });
  await expect(proposal).toContainText('finance@minerx.test');
  await expectAccessible(other, 'what waits');
  await proposal.getByRole('button', { name: 'Agree' }).click();
  await other.getByRole('dialog').getByLabel('Reason').fill('as agreed on the phone');
  await decideTwice(other, 'admin', 'Agree', '7 USDT credited');
  await expect(proposal).toHaveCount(0);
  expect(await balanceOf(member, 'USDT')).toBe('27');

  // Both stand on the audit log, and the log holds.
  await other.getByRole('link', { name: 'Audit log' }).click();
  await other.getByRole('searchbox', { name: 'What', exact: true }).fill('member.credit');
  await other.keyboard.press('Enter');
  await expect(other.getByRole('row').nth(1)).toContainText('goodwill');
  await other.getByRole('button', { name: 'Verify' }).click();
  await expect(other.getByText('Unbroken')).toBeVisible();
  await expectAccessible(other, 'the audit log');
  await other.getByRole('link', { name: 'Health' }).click();
  await expect(other.getByText('What is approved leaves.')).toBeVisible();
  await expectAccessible(other, 'health');
  await context.close();
});

test('an answer that gets lost is asked for under the same key, and what was done is not done twice', async ({
  page,
  watch,
}) => {
  watch.expect(/ERR_FAILED/);
  const member = await registerWith({ USDT: '20' });
  await page.goto('/console/member/credit');
  await signInAt(page, 'finance');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Wallet').selectOption('USDT');
  await page.getByLabel('Amount').fill('7');
  await page.getByLabel('Reason').fill('goodwill');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.route(
    '**/api/operator/action',
    async (route) => {
      await route.fetch();
      await route.abort('failed');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Do it' }).click();
  await expect(page.getByText('another operator has to agree')).toBeVisible();
  await page.goto('/console/');
  await expect(page.getByRole('listitem').filter({ hasText: member.email })).toHaveCount(1);
});

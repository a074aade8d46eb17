import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, registerWith } from '../../src/member.ts';
import { factorOf, type OperatorRole } from '../../src/world.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

const signInAt = async (page: Page, role: OperatorRole): Promise<void> => {
  await page.getByLabel('Email').fill(`${role}@minerx.test`);
  await page.getByLabel('Password', { exact: true }).fill('Demo#2026');
  // The shell may just have used the code of this half minute.
  await expect(async () => {
    await page.getByLabel('Code').fill(factorOf(role));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible({ timeout: 4000 });
  }).toPass({ intervals: [5000] });
};

const expectAxeClean = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
};

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
  const id = /[0-9a-f-]{36}/.exec(await page.getByRole('dialog').innerText())![0];
  expect(await balanceOf(member, 'USDT')).toBe('20');

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const other = await context.newPage();
  await other.goto(new URL('/console/', page.url()).href);
  await signInAt(other, 'admin');
  await expect(other.getByText(id)).toBeVisible();
  await expectAxeClean(other);
  await other.goto(new URL('/console/proposal/agree', page.url()).href);
  await other.getByLabel('Id').fill(id);
  await other.getByLabel('Reason').fill('as agreed on the phone');
  await other.getByRole('button', { name: 'Review' }).click();
  await other.getByRole('button', { name: 'Do it' }).dblclick();
  await expect(other.getByText('7 USDT credited')).toBeVisible();
  expect(await balanceOf(member, 'USDT')).toBe('27');
  await context.close();
});

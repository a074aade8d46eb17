import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, registerWith } from '../../src/member.ts';
import { button, field, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { words } from '../../src/words.ts';

test('an amount that cannot be swapped says why at once, and brings nothing', async ({ page }) => {
  await signIn(page, await registerWith({ USDT: '20000' }));
  // What a link has filled in is judged at once, beside the button: nobody has typed anything wrong yet.
  await open(page, '/asset/spot/swap?to=4&get=30000');
  const amount = field(page, 'swap.amount');
  const brings = page.getByText(words('swap.about'), { exact: true }).locator('..');
  const more = page.getByRole('link', { name: words('miner.topUp', { wallet: 'USDT' }) });
  const short = page.getByText(words('miner.short', { wallet: 'USDT' }));
  await expect(short).toBeVisible();
  await expect(more).toBeVisible();
  await expect(brings).toContainText('–');
  await expect(amount).not.toHaveAttribute('aria-invalid');
  await expect(button(page, 'swap.submit')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'an amount that cannot be swapped');
  // Once it was touched it is said in its place, with the way to what is possible.
  await amount.focus();
  await amount.blur();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(short).toHaveCount(1);
  await expect(more).toBeVisible();
  await page.locator('select[name=swap_to]').selectOption('2');
  await amount.fill('15000');
  await amount.blur();
  await expect(page.getByText(words('swap.most', { max: '10,000.00 USDT' }))).toBeVisible();
  await expect(more).toBeHidden();
  await expect(brings).toContainText('–');
  await button(page, 'withdrawal.use', { most: '10,000.00 USDT' }).click();
  await expect(amount).toHaveValue('10000');
  await expect(amount).toBeFocused();
  await expect(brings).toContainText('AOGTD');
  await expect(brings).toContainText(/≈\s\$9,950\.00/);
  await expect(brings).toContainText(words('wallet.setByUs'));
  await amount.fill('0.5');
  await amount.blur();
  await expect(page.getByText(words('swap.least', { min: '1.00 USDT' }), { exact: true })).toBeVisible();
  await amount.fill('1.005');
  await amount.blur();
  await expect(page.getByText(words('common.amountRule', { decimals: '2' }))).toBeVisible();
});

test('what stands behind what one swaps to is said where it is chosen, and where there is no way back', async ({
  page,
}) => {
  const member = await registerWith({ USDT: '100' });
  await signIn(page, member);
  await open(page, '/asset/spot/swap');
  const [from, to] = [page.locator('select[name=swap_from]'), page.locator('select[name=swap_to]')];
  const oneWay = (there: string, back: string) => page.getByText(words('swap.oneWay', { to: there, from: back }));
  await from.selectOption({ label: 'USDT' });
  await to.selectOption({ label: 'CW' });
  await expect(to).toHaveAccessibleDescription(words('swap.issued', { name: 'CW' }));
  await expect(oneWay('CW', 'USDT')).toHaveCount(0);
  await to.selectOption({ label: 'AOGTD' });
  await expect(to).toHaveAccessibleDescription(words('swap.issued', { name: 'AOGTD' }));
  await expect(oneWay('AOGTD', 'USDT')).toBeVisible();
  await expectAccessible(page, 'a swap without a way back');
  await expectNoSidewaysScroll(page, 'a swap without a way back');
  // And once more where one commits to it.
  await field(page, 'swap.amount').fill('10');
  await field(page, 'miner.pin').fill(member.pin);
  await button(page, 'swap.submit').click();
  const sheet = page.getByRole('dialog', { name: words('swap.review') });
  const said = [
    sheet.getByText(words('swap.issued', { name: 'AOGTD' })),
    sheet.getByText(words('swap.oneWay', { to: 'AOGTD', from: 'USDT' })),
  ] as const;
  for (const each of said) await expect(each).toBeInViewport({ ratio: 1 });
  await expect(button(sheet, 'swap.accept')).toBeInViewport({ ratio: 1 });
  // Two boxes, not one.
  const apart = await said[1].evaluate(
    (box) => box.getBoundingClientRect().top - box.previousElementSibling!.getBoundingClientRect().bottom,
  );
  expect(apart).toBeGreaterThanOrEqual(8);
  const gets = sheet.getByText(words('swap.to'), { exact: true }).locator('..');
  await expect(gets).toContainText(/≈\s\$9\.95/);
  await expect(gets).toContainText(words('wallet.setByUs'));
  // What one agrees to is in sight wherever the button is.
  await page.setViewportSize({ width: 360, height: 640 });
  for (const key of ['swap.from', 'swap.to']) {
    const term = sheet.getByText(words(key), { exact: true });
    await expect(term.locator('..').locator('.figure').first(), key).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'the quote of a swap without a way back');
  await expectNoSidewaysScroll(page, 'the quote of a swap without a way back');
  await button(sheet, 'common.cancel').click();
  await expect(sheet).toBeHidden();
  // A rate in dollars is read to the cent.
  await to.selectOption({ label: 'BTC' });
  await button(page, 'swap.submit').click();
  await expect(sheet.getByText(/^1\sBTC = [\d,]+\.\d\d\sUSDT$/)).toBeVisible();
  await button(sheet, 'common.cancel').click();
  await expect(sheet).toBeHidden();
  // A dollar is not ours, and goes not back to what it came from either.
  await from.selectOption({ label: 'AOG' });
  await expect(to).toHaveAccessibleDescription('');
  await expect(oneWay('USDT', 'AOG')).toBeVisible();
  await from.selectOption({ label: 'CW' });
  await expect(page.getByText(words('swap.oneWay', { to: 'USDT', from: 'CW' }))).toHaveCount(0);
});

test('a quote that is over is not taken: a new one is asked for in its place', async ({ page }) => {
  const member = await registerWith({ USDT: '100' });
  await page.clock.install();
  await signIn(page, member);
  await open(page, '/asset/spot/swap');
  await page.locator('select[name=swap_to]').selectOption('4');
  await field(page, 'swap.amount').fill('10');
  await field(page, 'miner.pin').fill(member.pin);
  await page.locator('html').evaluate((root) => root.style.setProperty('font-size', '200%'));
  await button(page, 'swap.submit').click();
  const sheet = page.getByRole('dialog', { name: words('swap.review') });
  await expect(sheet).toContainText('9.95');
  await expect(sheet.getByText(words('swap.oneWay', { to: 'CW', from: 'USDT' }))).toHaveCount(0);
  // It holds for seconds: nobody who reads large words has to look for the button first.
  await expect(button(sheet, 'swap.accept')).toBeInViewport({ ratio: 1 });
  // In a low window the buttons would leave a line of the rest: they come after it.
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(sheet.getByText(words('swap.from'), { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(button(sheet, 'swap.accept')).not.toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('html').evaluate((root) => root.style.removeProperty('font-size'));
  await page.clock.fastForward(16_000);
  await expect(sheet.getByText(words('swap.over'))).toBeVisible();
  await button(sheet, 'swap.fresh').click();
  await expect(sheet.getByText(words('swap.over'))).toBeHidden();
  await expectAccessible(page, 'the quote of a swap');
  await button(sheet, 'common.cancel').click();
  await expect(sheet).toBeHidden();
  expect(await balanceOf(member, 'USDT')).toBe('100');
});

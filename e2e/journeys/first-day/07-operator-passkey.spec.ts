import { proveBy, signInAt } from '../../src/console/console-page.ts';
import { expect, test } from '../../src/journey.ts';
import { byName, giveAuthenticator } from '../../src/passkeys.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { travelTo, worldTime } from '../../src/world.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

/** For so long after a second factor money asks for none. */
const STEPPED_UP_MS = 5 * 60_000;

test('an operator makes a passkey, signs in with it alone, and confirms with it what money hangs on', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  const confirm = page.getByRole('button', { name: 'Confirm with a passkey' });
  await giveAuthenticator(page);
  await page.goto(byName('/console/keys'));
  await signInAt(page, 'finance');
  await expect(page.getByText('None yet.')).toBeVisible();
  await page.getByLabel('Name').fill('Desk 7');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await proveBy(page, 'finance', 'Code of your authenticator', 'Confirm and go on', () =>
    expect(page.getByRole('button', { name: 'Remove Desk 7' })).toBeVisible({ timeout: 4000 }),
  );
  await expectAccessible(page, 'the keys at the console');
  await expectNoSidewaysScroll(page, 'the keys at the console');

  // The same again, for those who come after.
  await page.getByLabel('New password').fill('Demo#2026');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await confirm.click();
  await expect(page.getByText('The password is changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Make new ones' }).click();
  await confirm.click();
  await expect(page.getByText('shown now and never again')).toBeVisible();
  await page.getByRole('button', { name: 'Connect another' }).click();
  await confirm.click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
  // Those who come after know the old one: it is left at that.

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();

  // The page after a sign-in asks for several things, and a product that stops answers 503: nothing is asked meanwhile.
  await page.goto('about:blank');
  await travelTo(new Date(worldTime().getTime() + STEPPED_UP_MS + 60_000));
  await page.goto(byName('/console/member/credit'));
  await page.getByLabel('Email').fill('demo@minerx.test');
  await page.getByLabel('Wallet').selectOption('USDT');
  await page.getByLabel('Amount').fill('7');
  await page.getByLabel('Reason').fill('goodwill');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Do it' }).click();
  await expect(confirm).toBeVisible();
  await expectAccessible(page, 'the question for a passkey at the console');
  await confirm.click();
  await expect(page.getByText('another operator has to agree')).toBeVisible();

  await page.goto(byName('/console/audit?action=operator.passkey_add'));
  await expect(page.getByRole('row').nth(1)).toContainText('finance@minerx.test');

  await page.goto(byName('/console/keys'));
  await page.getByRole('button', { name: 'Remove Desk 7' }).click();
  await confirm.click();
  await expect(page.getByText('None yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey could not be confirmed.')).toBeVisible();
});

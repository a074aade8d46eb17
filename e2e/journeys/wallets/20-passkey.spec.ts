import { expectAccessible, expectNoSidewaysScroll } from '../../src/seen/accessible.ts';
import { hasSucceeded } from '../../src/chain.ts';
import { expect, test } from '../../src/journey.ts';
import { balanceOf, registerWith } from '../../src/member.ts';
import { OTHER_ADDRESS } from '../../src/nfts.ts';
import { byName, giveAuthenticator } from '../../src/passkeys.ts';
import { answerAlert, button, field, fillSignIn, heading } from '../../src/screen.ts';
import { confirmByMail, decide, useAddressesAtOnce } from '../../src/withdrawals.ts';
import { words } from '../../src/words.ts';
import { operator } from '../../src/world.ts';

useAddressesAtOnce();

test('a member makes a passkey, saves an address and withdraws with it, and signs in with it alone', async ({
  page,
  moneyMoves,
}) => {
  moneyMoves();
  const member = await registerWith({ USDT: '500' });
  await giveAuthenticator(page);
  await page.goto(byName('/login?next=/profile/security'));
  await fillSignIn(page, member.email, member.password);
  await page.getByRole('tab', { name: words('security.tab.factor') }).click();
  await button(page, 'factor.passkey.add').click();
  await field(page, 'factor.passkey.name').fill('My phone');
  await field(page, 'session.pin').fill(member.pin);
  await button(page, 'factor.passkey.add').click();
  await expect(heading(page, words('security.title'))).toBeVisible();
  await expect(page.getByText(words('factor.recovery.title'))).toBeVisible();
  await button(page, 'factor.recovery.kept').click();
  await expect(page.getByText('My phone')).toBeVisible();
  await expect(page.getByText(words('factor.passkey.unused'))).toBeVisible();
  await expectAccessible(page, 'the second factor with a passkey');
  await expectNoSidewaysScroll(page, 'the second factor with a passkey');

  const asked = page.getByRole('dialog', { name: words('factor.ask') });
  await page.goto(byName('/asset/spot/withdraw'));
  await page.getByRole('radio', { name: 'BEP20' }).check();
  await field(page, 'withdrawal.amount').fill('25');
  await page.getByRole('link', { name: words('withdrawal.save') }).click();
  await field(page, 'withdrawal-address.address').fill(OTHER_ADDRESS);
  await confirmByMail(page, member);
  await button(page, 'withdrawal-address.save').click();
  // Whoever has no app is not asked for its code.
  await expect(asked.getByLabel(words('factor.recovery.field'))).toBeVisible();
  await expectAccessible(page, 'the question for a passkey');
  await button(asked, 'factor.ask.passkey').click();
  await answerAlert(page, words('withdrawal-address.done'), words('withdrawal-address.doneMessage'));
  await expect(field(page, 'withdrawal.amount')).toHaveValue('25');
  await confirmByMail(page, member);
  await button(page, 'withdrawal.submit').click();
  await button(page, 'withdrawal.accept').click();
  await button(asked, 'factor.ask.passkey').click();
  await answerAlert(page, words('withdrawal.done'), words('withdrawal.done.text'));
  await expect(page.getByText(words('withdrawal.status.review'))).toBeVisible();
  // Approved, it is followed until the chain itself says that it is paid.
  const listed = (await operator('withdrawal', 'list')).join('\n').split('\n');
  await decide('approve', listed.find((line) => line.includes(member.email))!.split(' ')[0]!, '--revision', '1');
  await expect(page.getByText(words('withdrawal.state.confirmed'))).toBeVisible({ timeout: 120_000 });
  const hash = await page
    .getByText(/^0x[0-9a-f]{64}$/)
    .first()
    .textContent();
  expect(await hasSucceeded(hash!)).toBe(true);

  await page.goto(byName('/profile'));
  await button(page, 'common.logout').click();
  await expect(page).toHaveURL(/\/login/);
  await expectAccessible(page, 'sign-in with a passkey');
  await button(page, 'session.login.passkey').click();
  await expect(page).toHaveURL(byName('/'));
  await page.goto(byName('/profile/security'));
  await page.getByRole('tab', { name: words('security.tab.factor') }).click();
  await expect(page.getByText('My phone')).toBeVisible();
  await expect(page.getByText(words('factor.passkey.unused'))).toHaveCount(0);

  // Without it the password alone signs in again; taking it away takes it once more.
  await button(page, 'factor.passkey.removeThis', { name: 'My phone' }).click();
  await field(page, 'session.pin').first().fill(member.pin);
  await button(page, 'factor.passkey.removeThis', { name: 'My phone' }).last().click();
  await button(asked, 'factor.ask.passkey').click();
  await expect(page.getByText('My phone')).toHaveCount(0);
  await page.goto(byName('/profile'));
  await button(page, 'common.logout').click();
  await expect(page).toHaveURL(/\/login/);
  await fillSignIn(page, member.email, member.password);
  await expect(page).toHaveURL(byName('/'));
  expect(await balanceOf(member, 'USDT')).toBe('474');
});

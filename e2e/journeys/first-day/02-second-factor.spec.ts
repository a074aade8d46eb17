import { codeOf } from '../../../apps/server/test/operator/authenticator.ts';
import { succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { countMails, nextCode } from '../../src/mail.ts';
import { register, tokenOf, type Member } from '../../src/member.ts';
import { answerAlert, button, field, fillSignIn } from '../../src/screen.ts';
import { words } from '../../src/words.ts';
import { operator, worldTime } from '../../src/world.ts';

/** Switches a second factor on, as the security tab does; gives a recovery code. */
const enrol = async (member: Member): Promise<string> => {
  const accessToken = await tokenOf(member);
  const { factor_draft, factor_secret } = await succeed('member/factor/begin', { accessToken });
  const factor_code = codeOf(String(factor_secret), worldTime().getTime());
  const body = { factor_draft, factor_code, member_security_pin: member.pin };
  const { recovery_codes } = await succeed('member/factor/add', { accessToken, body });
  return String((recovery_codes as string[])[0]);
};

test('a member signs in with a recovery code, and without phone and codes by mail and PIN: then nothing leaves', async ({
  page,
}) => {
  const member = await register();
  const recovery = await enrol(member);
  const asked = page.getByRole('dialog', { name: words('factor.ask') });
  await page.goto('/login?next=/profile/security');
  await fillSignIn(page, member.email, member.password);
  await button(asked, 'factor.ask.recovery').click();
  await asked.getByLabel(words('factor.recovery.field')).fill(recovery);
  await button(asked, 'factor.ask.confirm').click();
  await expect(page).toHaveURL('/profile/security');

  // Whoever is signed in reads where it goes on.
  await page.getByRole('tab', { name: words('security.tab.factor') }).click();
  await field(page, 'session.pin').fill(member.pin);
  await button(page, 'factor.renew').click();
  await expect(asked.getByText(words('factor.lost.where', { choice: words('factor.lost') }))).toBeVisible();
  await expect(button(asked, 'factor.lost')).toHaveCount(0);
  await button(asked, 'common.close').click();
  await page.goto('/profile');
  await button(page, 'common.logout').click();
  await expect(page).toHaveURL(/\/login/);

  await fillSignIn(page, member.email, member.password);
  await button(asked, 'factor.lost').click();
  const lost = page.getByRole('dialog', { name: words('factor.lost') });
  const before = await countMails(member.email);
  await button(lost, 'session.code.send').click();
  await expect(lost.getByText(words('session.code.sent', { email: member.email }))).toBeVisible();
  const code = await nextCode(member.email, before);
  await lost.getByLabel(words('session.code')).fill(code === '111111' ? '222222' : '111111');
  await lost.getByLabel(words('session.pin')).fill(member.pin);
  await button(lost, 'factor.lost.remove').click();
  await answerAlert(page, words('factor.failed'), words('err_code_wrong'));
  await lost.getByLabel(words('session.code')).fill(code);
  await button(lost, 'factor.lost.remove').click();
  await answerAlert(page, words('factor.lost.done'), words('factor.lost.doneMessage'));
  await expect(lost).toBeHidden();

  // What was typed is still there.
  await button(page, 'session.signIn').click();
  await expect(page).toHaveURL('/');
  await page.goto('/profile/withdrawalDetails');
  const [said] = words('common.outgoingHeld', { date: '|', relative: '' }).split('|');
  await expect(page.getByText(said!)).toBeVisible();
  await expect(button(page, 'withdrawal-address.save')).toBeDisabled();
});

test("support's link asks for the second factor of whoever opens it, before anything is touched", async ({ page }) => {
  const member = await register();
  const recovery = await enrol(member);
  const [link] = await operator('member', 'redirect', '--email', member.email, '--reason', 'lost phone');
  await page.goto(link ?? '');
  const asked = page.getByRole('dialog', { name: words('factor.ask') });
  await expect(asked).toBeVisible();
  await button(asked, 'factor.ask.recovery').click();
  await asked.getByLabel(words('factor.recovery.field')).fill(recovery);
  await button(asked, 'factor.ask.confirm').click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('navigation', { name: words('common.nav.main') })).toBeVisible();
});

import { expect, test } from '../../src/journey.ts';
import { countMails, nextCode } from '../../src/mail.ts';
import { newcomer, register } from '../../src/member.ts';
import { answerAlert, button, field, fillSignIn } from '../../src/screen.ts';
import { words } from '../../src/words.ts';

const HOURS = '48';

test('a member moves to another email address with the codes of both mailboxes, and signs in with it', async ({
  page,
}) => {
  const member = await register();
  const { email: next } = newcomer();
  await page.goto('/login?next=/profile/security');
  await fillSignIn(page, member.email, member.password);
  await expect(page).toHaveURL('/profile/security');
  await page.getByText(words('account.email'), { exact: true }).click();
  const [before, beforeNext] = [await countMails(member.email), await countMails(next)];
  await button(page, 'account.email.save').click();
  await expect(field(page, 'account.email.new')).toBeFocused();
  await field(page, 'account.email.new').fill(next);
  const pin = page.locator('form').filter({ has: page.getByLabel(words('account.email.new')) });
  await pin.getByLabel(words('session.pin')).fill(member.pin);
  await button(page, 'session.code.send').click();
  await expect(page.getByText(words('session.code.sent', { email: `${member.email}, ${next}` }))).toBeVisible();
  const [code, newCode] = [await nextCode(member.email, before), await nextCode(next, beforeNext)];
  await field(page, 'account.email.code').fill(code);
  await field(page, 'account.email.newCode').fill(newCode === '111111' ? '222222' : '111111');
  await button(page, 'account.email.save').click();
  await answerAlert(page, words('account.email.failed'), words('err_code_wrong'));
  await field(page, 'account.email.newCode').fill(newCode);
  await button(page, 'account.email.save').click();
  await answerAlert(
    page,
    words('account.email.done'),
    words('account.email.doneMessage', { email: next, hours: HOURS }),
  );
  await expect(page.getByText(next, { exact: true })).toBeVisible();
  await expect(button(page, 'account.email.save')).toBeDisabled();

  await page.goto('/profile');
  await button(page, 'common.logout').click();
  await fillSignIn(page, next, member.password);
  await expect(page).toHaveURL('/');
});

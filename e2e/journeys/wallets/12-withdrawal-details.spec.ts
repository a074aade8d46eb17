import { expect, test } from '../../src/journey.ts';
import { codeIn, countMails, nextMail } from '../../src/mail.ts';
import { DEMO, register } from '../../src/member.ts';
import { answerAlert, button, field, heading, signIn } from '../../src/screen.ts';
import { words } from '../../src/words.ts';

const PATH = '/profile/withdrawalDetails';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LIKE_IT = `0x5aae${'1'.repeat(32)}eaed`;
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** A text with the parts that the clock writes left open. */
const like = (key: string): RegExp =>
  new RegExp(
    words(key)
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+\}/g, '.+'),
  );

// proves 2: /profile/withdrawalDetails: back to /asset, after saving to /profile
// proves 4: after withdrawal details to /profile
// proves 5: withdrawal details: the code needs the PIN, with its message
// proves 8: withdrawal details: code refused, saving refused, saved
test('a member saves a withdrawal address with PIN and emailed code, and sees how long it is held', async ({
  page,
}) => {
  const member = await register();
  await signIn(page, member, PATH);
  await expect(heading(page, words('withdrawal-address.title'))).toBeVisible();
  await expect(page.getByText(words('withdrawal-address.none', { coin: 'USDT', network: 'TRC20' }))).toBeVisible();

  // The code needs the PIN.
  await button(page, 'session.code.send').click();
  await expect(page.getByText('Security PIN is required to receive a verification code.')).toBeVisible();
  await field(page, 'session.pin').fill('000001');

  // It is good for one address: one of another network is told, offered, and never sent.
  await field(page, 'withdrawal-address.address').fill(EVM);
  await expect(page.getByText(words('withdrawal-address.elsewhere', { network: 'BEP20' }))).toBeVisible();
  await button(page, 'session.code.send').click();
  await expect(field(page, 'withdrawal-address.address')).toBeFocused();
  await button(page, 'withdrawal-address.switch', { network: 'BEP20' }).click();
  await expect(page.getByRole('radio', { name: 'BEP20' })).toBeChecked();
  await expect(page.getByText(words('withdrawal-address.right', { network: 'BEP20' }))).toBeVisible();

  // And the right PIN.
  await button(page, 'session.code.send').click();
  await answerAlert(page, 'Failed to Send Code', words('err_pin_wrong'));
  await expect(field(page, 'session.pin')).toHaveValue('');
  await expect(field(page, 'session.pin')).toBeFocused();
  await field(page, 'session.pin').fill(member.pin);
  const before = await countMails(member.email);
  await button(page, 'session.code.send').click();
  await expect(page.getByText(words('session.code.sent', { email: member.email }))).toBeVisible();
  await expect(page.getByRole('button', { name: like('session.code.wait') })).toHaveAttribute('aria-disabled', 'true');
  const mail = await nextMail(member.email, before);
  expect(mail.text).toContain(EVM);
  const code = codeIn(mail);
  await field(page, 'session.code').fill(code === '111111' ? '222222' : '111111');

  await button(page, 'withdrawal-address.save').click();
  await answerAlert(page, 'Failed to Edit Withdrawal Details', words('err_code_wrong'));
  await expect(field(page, 'session.code')).toHaveValue('');
  await field(page, 'session.code').fill(code);
  await button(page, 'withdrawal-address.save').click();
  await answerAlert(
    page,
    'Withdrawal Details Edited Successfully',
    'Congratulations! You have successfully edited withdrawal details.',
  );
  await expect(page).toHaveURL('/profile');
  expect((await nextMail(member.email, before + 1)).text).toContain(EVM);

  await page.goto(PATH);
  await expect(page.getByText(like('withdrawal-address.held'))).toBeVisible();
  await expect(field(page, 'withdrawal-address.address')).toHaveValue(EVM);
});

// proves 4: another coin or network fills the saved address or clears it
test('another coin or network fills its saved address or clears the field; a draft survives a reload without its secrets', async ({
  page,
}) => {
  await signIn(page, DEMO, PATH);
  await expect(field(page, 'withdrawal-address.address')).toHaveValue(EVM);
  await expect(page.getByText(like('withdrawal-address.ready'))).toBeVisible();
  await page.getByRole('radio', { name: 'TRC20' }).check();
  await expect(field(page, 'withdrawal-address.address')).toHaveValue('');
  await page.getByRole('radio', { name: 'BEP20' }).check();
  await expect(field(page, 'withdrawal-address.address')).toHaveValue(EVM);

  // One that begins and ends as a saved one does is read back in groups of four, and told beside the one that it is like.
  await field(page, 'withdrawal-address.address').fill(LIKE_IT);
  await expect(page.getByText('1111', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(words('withdrawal-address.lookalike', { address: EVM }));
  await field(page, 'withdrawal-address.address').fill(EVM);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await field(page, 'withdrawal-address.coin').selectOption('BTC');
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'OMNI' })).toBeChecked();
  await field(page, 'withdrawal-address.coin').selectOption('AOG');
  await expect(page.getByRole('radio', { name: 'Arbitrum One' })).toBeChecked();
  await expect(field(page, 'withdrawal-address.address')).toHaveValue('');

  await field(page, 'withdrawal-address.coin').selectOption('USDT');
  await page.getByRole('radio', { name: 'TRC20' }).check();
  await field(page, 'withdrawal-address.address').fill(TRON);
  await field(page, 'session.pin').fill(DEMO.pin);
  await field(page, 'session.code').fill('123456');
  await page.reload();
  await expect(field(page, 'withdrawal-address.address')).toHaveValue(TRON);
  await expect(page.getByRole('radio', { name: 'TRC20' })).toBeChecked();
  await expect(field(page, 'session.pin')).toHaveValue('');
  await expect(field(page, 'session.code')).toHaveValue('');

  // The address that is saved already needs no saving.
  await page.getByRole('radio', { name: 'BEP20' }).check();
  await field(page, 'session.pin').fill(DEMO.pin);
  await field(page, 'session.code').fill('123456');
  await button(page, 'withdrawal-address.save').click();
  await expect(page.getByText(words('withdrawal-address.same'))).toBeVisible();
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page).toHaveURL('/asset');
});

test('a member saves a BTA Pay id with the PIN', async ({ page }) => {
  const member = await register();
  await signIn(page, member, PATH);
  await page.getByText(words('withdrawal-address.btapay'), { exact: true }).click();
  await field(page, 'withdrawal-address.btapay.id').fill('a b');
  await button(page, 'withdrawal-address.btapay.save').click();
  await expect(page.getByText(words('err_btapay_id'))).toBeVisible();
  await field(page, 'withdrawal-address.btapay.id').fill('journey@pay');
  await field(page, 'withdrawal-address.btapay.pin').fill('000001');
  await button(page, 'withdrawal-address.btapay.save').click();
  await answerAlert(page, words('withdrawal-address.btapay.failed'), words('err_pin_wrong'));
  await field(page, 'withdrawal-address.btapay.pin').fill(member.pin);
  await button(page, 'withdrawal-address.btapay.save').click();
  await answerAlert(page, words('withdrawal-address.btapay.done'), words('withdrawal-address.btapay.doneMessage'));
  await expect(page.getByText('journey@pay', { exact: true })).toBeVisible();
});

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { brand } from '../../../apps/web/src/base/brand/brand.ts';
import { call } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { codeIn, countMails, linkIn, nextMail } from '../../src/mail.ts';
import { DEMO, newcomer, REFERRAL_CODE, register, signupForm } from '../../src/member.ts';
import { resetSecrets } from '../../src/reset.ts';
import { agreeToTerms, answerAlert, button, field, fillSignIn, heading, signIn } from '../../src/screen.ts';
import { WHERE_TO_WRITE, words } from '../../src/words.ts';
import { operator } from '../../src/world.ts';

// proves 2: /signup
// proves 2: /signup?inviteCode prefills the referral code, read-only
// proves 2: bottom navigation
// proves 4: country picker locked while resending
// proves 4: terms: Agree only at the end, ticks the box
// proves 4: after sign-up to /login
// proves 5: code at sign-up needs full name and email, each with its message
// proves 8: signup: refusal and success
// proves 2: /signup: country picker with search
test('a visitor registers with an invitation, a code from the mail and the terms, and signs in', async ({ page }) => {
  const { email, password, pin } = newcomer();
  await page.goto(`/signup?inviteCode=${REFERRAL_CODE}`);
  await expect(field(page, 'session.referral')).toHaveValue(REFERRAL_CODE);
  await expect(field(page, 'session.referral')).not.toBeEditable();

  await button(page, 'session.signUp').click();
  const lack = (label: string) => page.getByText(words('session.required', { field: words(label) }));
  for (const label of ['session.country', 'session.mobile', 'session.fullName', 'session.pin'])
    await expect(lack(label)).toBeVisible();
  await test.step('the first is what to begin with, and is told with alarm; the others are marked', async () => {
    await expect(page.getByRole('combobox', { name: words('session.country') })).toBeFocused();
    await expect(field(page, 'session.mobile')).toHaveAttribute('aria-invalid', 'true');
    const colourOf = (label: string) => lack(label).evaluate((words) => getComputedStyle(words).color);
    const [first, ...others] = await Promise.all(['session.country', 'session.mobile', 'session.pin'].map(colourOf));
    expect(others).not.toContain(first);
  });
  await button(page, 'session.code.send').click();
  await expect(page.getByText(words('session.code.needName'))).toBeVisible();
  await field(page, 'session.fullName').fill('Journey Visitor');
  await button(page, 'session.code.send').click();
  await expect(page.getByText(words('session.code.needEmail'))).toBeVisible();

  await page.getByRole('combobox', { name: words('session.country') }).click();
  await page.getByRole('searchbox', { name: words('session.country.search') }).fill('malay');
  await page.getByRole('button', { name: /Malaysia/ }).click();
  await field(page, 'session.mobile').fill('123456789');
  await field(page, 'session.email').fill(email);
  await button(page, 'session.code.send').click();
  await expect(page.getByText(words('session.code.sent', { email }))).toBeVisible();
  await expect(page.getByRole('combobox', { name: words('session.country') })).toBeDisabled();
  const code = codeIn(await nextMail(email));

  await field(page, 'session.code').fill(code === '111111' ? '222222' : '111111');
  await field(page, 'session.password').fill('short');
  await field(page, 'session.pin').fill(pin);
  await agreeToTerms(page);
  await button(page, 'session.signUp').click();
  await expect(page.getByText(words('err_password_rule'))).toBeVisible();
  await field(page, 'session.password').fill(password);
  await button(page, 'session.signUp').click();
  await answerAlert(page, words('session.signup.failed'), words('err_code_wrong'));
  await field(page, 'session.code').fill(code);
  await button(page, 'session.signUp').click();
  await answerAlert(page, words('session.signup.done'), words('session.signup.doneMessage'));

  await expect(page).toHaveURL('/login');
  await expect(field(page, 'session.email')).toHaveValue(email);
  await fillSignIn(page, email, password);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('navigation', { name: words('common.nav.main') })).toBeVisible();
});

test('an invitation whose code reads like a number stays the code that it is', async ({ page }) => {
  for (const code of ['12E45678', '01234567', '98765432']) {
    await page.goto(`/signup?inviteCode=${code}`);
    await expect(field(page, 'session.referral')).toHaveValue(code);
  }
});

test('an invitation whose code cannot be one is for the visitor to correct, and who has none is told whom to ask', async ({
  page,
}) => {
  await page.goto('/signup?inviteCode=NO');
  await expect(field(page, 'session.referral')).not.toBeEditable();
  await button(page, 'session.signUp').click();
  await expect(page.getByText(words('session.referral.wrong'))).toBeVisible();
  await field(page, 'session.referral').fill(REFERRAL_CODE);
  await expect(page.getByText(words('session.referral.wrong'))).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'support@minerx.test' })).toBeVisible();
});

test('a code works once, and an email that has an account gets the same answers as any other', async () => {
  const member = await register();
  const used = codeIn(await nextMail(member.email));
  const again = await call('member/signup', { body: await signupForm(member, used) });
  expect(again).toMatchObject({ status: 422, errCode: 'err_code_wrong' });

  const ask = (email: string) =>
    call('member/signup/request/code', { body: { member_username: 'Somebody Else', member_email: email } });
  const before = await countMails(DEMO.email);
  const known = await ask(DEMO.email);
  expect(known.status).toBe(200);
  expect(known).toEqual(await ask(newcomer().email));
  // The owner of the account reads that somebody tried; there is no code in it.
  const told = await nextMail(DEMO.email, before);
  expect(told.subject).toContain('already have');
  expect(told.text).not.toMatch(/^\s*\d{3}\s?\d{3}\s*$/m);
});

// proves 2: /login
// proves 8: login: Failed Account Login, form resets
test('a wrong password is refused without saying what was wrong, and the form is empty again', async ({ page }) => {
  await page.goto('/login');
  await fillSignIn(page, DEMO.email, 'Wrong#2026');
  await answerAlert(page, words('session.login.failed'), words('err_login'));
  await expect(field(page, 'session.email')).toHaveValue('');
  await expect(field(page, 'session.password')).toHaveValue('');
  await fillSignIn(page, newcomer().email, 'Wrong#2026');
  await answerAlert(page, words('session.login.failed'), words('err_login'));
});

// proves 2: /forgotPassword
// proves 2: /resetPassword/{id}, then /login
// proves 4: after reset and forgot password to /login
// proves 8: reset password
test('a forgotten password and PIN are set anew by the mailed link, once, and old sessions end', async ({
  page,
  newPhone,
}) => {
  const member = await register();
  const elsewhere = await newPhone();
  await signIn(elsewhere, member);

  await page.goto('/login');
  await page.getByRole('link', { name: words('session.login.forgot') }).click();
  // The screen before has a field of that name too.
  await expect(heading(page, words('session.forgot'))).toBeVisible();
  await field(page, 'session.email').fill(member.email);
  const before = await countMails(member.email);
  await button(page, 'session.forgot.send').click();
  await answerAlert(page, words('session.forgot'), member.email);
  await expect(page).toHaveURL('/login');

  const link = linkIn(await nextMail(member.email, before));
  await page.goto(link);
  await field(page, 'session.newPassword').fill('weak');
  await field(page, 'session.confirmPassword').fill('Renewed#2026');
  await field(page, 'session.newPin').fill('975310');
  await field(page, 'session.confirmPin').fill('975311');
  await button(page, 'session.reset.save').click();
  await expect(page.getByText(words('err_password_rule'))).toBeVisible();
  await field(page, 'session.newPassword').fill('Renewed#2026');
  await button(page, 'session.reset.save').click();
  await expect(page.getByText(words('err_pin_mismatch'))).toBeVisible();
  await field(page, 'session.confirmPin').fill('975310');
  await button(page, 'session.reset.save').click();
  await answerAlert(page, words('session.reset'), words('session.reset.done'));
  await expect(page).toHaveURL('/login');
  await fillSignIn(page, member.email, 'Renewed#2026');
  await expect(page).toHaveURL('/');

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/login');

  const later = await newPhone();
  // Nobody fills in a form for a link that is used up.
  await later.goto(link);
  await expect(later.getByText(words('err_link_invalid'))).toBeVisible();
  await expect(field(later, 'session.newPassword')).toHaveCount(0);
  await later.getByRole('link', { name: words('session.forgot.again') }).click();
  await expect(later).toHaveURL('/forgotPassword');
});

// proves 2: /freezeAccount/{id} (implied)
test('after a reset nothing leaves for two days, and the link of the mail freezes the account', async ({ page }) => {
  const { member, freezeLink } = await resetSecrets(await register());
  await signIn(page, member);
  await page.goto('/profile/withdrawalDetails');
  const [said] = words('common.outgoingHeld', { date: '|', relative: '' }).split('|');
  await expect(page.getByText(said!)).toBeVisible();
  await expect(button(page, 'withdrawal-address.save')).toBeDisabled();

  await page.goto(freezeLink);
  await button(page, 'session.freeze.button').click();
  await answerAlert(page, words('session.freeze.done'), words('session.freeze.doneMessage', WHERE_TO_WRITE));
  await expect(page).toHaveURL('/login');
  await fillSignIn(page, member.email, member.password);
  const support = page.getByRole('alertdialog').getByRole('link', { name: WHERE_TO_WRITE.support });
  await expect(support).toHaveAttribute('href', `mailto:${WHERE_TO_WRITE.support}`);
  await answerAlert(page, words('session.login.failed'), words('err_account_frozen', WHERE_TO_WRITE));
});

// proves 2: /welcome
// proves 2: /login with a stored session leads to /
// proves 2: any unknown path goes to the root
test('guards keep visitors out and members in, and remember the wanted path', async ({ page }) => {
  await page.goto('/asset');
  await expect(page).toHaveURL(/\/login\?next=/);
  await fillSignIn(page, DEMO.email, DEMO.password);
  await expect(page).toHaveURL('/asset');

  for (const path of ['/login', '/welcome', '/signup', '/forgotPassword', '/no/such/screen']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
  await page.goto('/profile');
  await button(page, 'common.logout').click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/no/such/screen');
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/welcome');
  await expect(heading(page, words('session.welcome.title'))).toBeVisible();
});

// proves 2: /check (implied)
test('visitors and members read how every figure can be checked', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: words('session.login.what') }).click();
  await expect(page).toHaveURL('/welcome');
  await page.getByRole('link', { name: words('common.title.check') }).click();
  await expect(heading(page, words('common.title.check'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(8);
  // What is saved is the script that the server's own tests run.
  for (const file of ['verify-receipt.mjs', 'verify-blessing.mjs']) {
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: words('check.save', { file }) }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe(file);
    expect(readFileSync(await saved.path())).toEqual(readFileSync(new URL(`../../../docs/${file}`, import.meta.url)));
  }
  await signIn(page, DEMO);
  // Once signed in every screen says that all is simulated, this one too.
  await expect(page.getByText(words('common.demo'))).toBeVisible();
  await page.goto('/check');
  await expect(heading(page, words('common.title.check'))).toBeVisible();
  await expect(page.getByText(words('common.demo'))).toBeVisible();
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page).toHaveURL('/');
});

/** As where somebody offers it to the public, who is said above the terms. */
const expectOperator = async (page: Page): Promise<void> => {
  const operator = {
    name: 'Journey Mining Ltd',
    address: '1 Shaft Road, Ipoh',
    register: 'No. 12345',
    law: 'Malaysia',
  };
  await page.route('**/api/system/terms', async (route) => {
    const { result } = (await (await route.fetch()).json()) as { result: object };
    await route.fulfill({ json: { result: { ...result, operator } } });
  });
  await page.goto('/legal/terms');
  const lines = page.getByRole('heading', { name: words('legal.operator', { name: brand.name }) }).locator('~ p');
  await expect(lines.first().locator('span')).toHaveText([
    operator.name,
    operator.address,
    words('legal.register', { entry: operator.register }),
    words('legal.law', { law: operator.law }),
  ]);
  await expect(lines.last()).toHaveText(WHERE_TO_WRITE.support);
  await expect(page.getByText(words('legal.demo'))).toHaveCount(0);
  await page.unroute('**/api/system/terms');
};

// proves 2: /legal/terms (implied)
// proves 2: /legal/privacy (implied)
// proves 2: /legal/risk (implied)
test('visitors and members read terms, privacy and risks, and who has not agreed is asked until they do', async ({
  page,
}) => {
  await page.goto('/welcome');
  await page.getByRole('link', { name: words('common.legal') }).click();
  await expect(page).toHaveURL('/legal/terms');
  await expect(heading(page, words('session.terms'))).toBeVisible();
  await expect(page.getByText(words('legal.demo'))).toBeVisible();
  await page.getByText(words('legal.contents'), { exact: true }).click();
  const last = page.getByRole('main').getByRole('list').getByRole('link').last();
  const section = await last.textContent();
  await last.click();
  await expect(page.getByRole('heading', { name: section!, exact: true })).toBeInViewport({ ratio: 1 });
  for (const which of ['privacy', 'risk'] as const) {
    await page.getByRole('link', { name: words(`legal.${which}`), exact: true }).click();
    await expect(page).toHaveURL(`/legal/${which}`);
    await expect(heading(page, words(`legal.${which}`))).toBeVisible();
    await expect(page.getByText(/\{\w+\}/)).toHaveCount(0);
  }
  await test.step('an operator is named with address, register and law', () => expectOperator(page));

  // Of the demo's team nobody has agreed to anything: they are from before agreements were kept.
  const { member } = await resetSecrets({ ...DEMO, email: 'team200@minerx.test' });
  await signIn(page, member);
  await page.getByRole('link', { name: words('legal.asked') }).click();
  await expect(page).toHaveURL('/legal/terms');
  await expect(page.getByText(words('legal.agreedToNone'))).toBeVisible();
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/api/member/terms'));
  await button(page, 'session.terms.agree').click();
  expect((await taken).status()).toBe(200);
  await expect(page.getByText(words('legal.agreed'))).toBeVisible();
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('link', { name: words('common.legal') })).toBeVisible();
  await page.getByRole('link', { name: words('common.nav.home') }).click();
  await expect(page.getByRole('navigation', { name: words('common.nav.main') })).toBeVisible();
  await expect(page.getByRole('link', { name: words('legal.asked') })).toHaveCount(0);
});

// proves 4: guard renews the session, signs out when refused
test('a session that the server refuses to renew signs its member out', async ({ page }) => {
  const member = await register();
  await signIn(page, member, '/profile');
  await operator('member', 'freeze', '--email', member.email, '--reason', 'journey');
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/member/refresh'));
  await page.reload();
  expect((await refused).status()).toBe(401);
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
});

test('a deep link with a stranger as its goal leads home after sign-in', async ({ page }) => {
  await page.goto('/login?next=https://example.com/phish');
  await fillSignIn(page, DEMO.email, DEMO.password);
  await expect(page).toHaveURL('/');
});

// proves 2: /redirect?id, without an id to the root
test("support's one-use link signs a member in, once", async ({ page, newPhone }) => {
  const member = await register();
  const [link] = await operator('member', 'redirect', '--email', member.email, '--reason', 'lost phone');
  await page.goto(link ?? '');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('navigation', { name: words('common.nav.main') })).toBeVisible();

  const stranger = await newPhone();
  await stranger.goto(link ?? '');
  await answerAlert(stranger, words('session.login.failed'), words('err_link_invalid'));
  await expect(stranger).toHaveURL('/login');
  await stranger.goto('/redirect');
  await expect(stranger).toHaveURL('/login');
});

// proves 2: /maintenance, to / when it is off
// proves 4: maintenance at the start of the app
test('maintenance sends everybody to its screen, and home again when it is over', async ({ page, newPhone, watch }) => {
  watch.expect(/503/);
  await signIn(page, DEMO);
  await operator('maintenance', 'on', '--title', 'Back at noon', '--message', '<p>New <b>miners</b> arrive.</p>');
  try {
    // The next answer of the server says so, wherever one is: to this tap, or to what the screen asked by itself before it.
    await expect(async () => {
      if (new URL(page.url()).pathname !== '/maintenance')
        await page.getByRole('link', { name: words('common.nav.miner'), exact: true }).click({ timeout: 3000 });
      await expect(page).toHaveURL('/maintenance', { timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    await expect(heading(page, 'Back at noon')).toBeVisible();
    await expect(page.getByText('miners', { exact: true })).toBeVisible();
    const visitor = await newPhone();
    await visitor.goto('/signup');
    await expect(visitor).toHaveURL('/maintenance');
  } finally {
    await operator('maintenance', 'off');
  }
  // The screen asks again by itself.
  await expect(page).toHaveURL('/', { timeout: 30_000 });
  await expect(page.getByRole('navigation', { name: words('common.nav.main') })).toBeVisible();
  await page.goto('/maintenance');
  await expect(page).toHaveURL('/');
});

// proves 2: /profile: Logout
test('two tabs stay signed in together, and sign out together', async ({ page, context }) => {
  await signIn(page, DEMO);
  const second = await context.newPage();
  await Promise.all([page.reload(), second.goto('/asset')]);
  await expect(heading(second, words('common.title.asset'))).toBeVisible();
  await Promise.all([page.goto('/profile'), second.reload()]);
  await expect(heading(page, words('common.title.profile'))).toBeVisible();
  await expect(heading(second, words('common.title.asset'))).toBeVisible();

  await button(page, 'common.logout').click();
  await expect(page).toHaveURL(/\/login/);
  await expect(second).toHaveURL(/\/login/);
});

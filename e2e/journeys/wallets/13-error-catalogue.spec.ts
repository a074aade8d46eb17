import type { Page } from '@playwright/test';
import { expect, test } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { button, field, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { askToSubscribe, pay } from '../../src/subscribe.ts';
import { words } from '../../src/words.ts';

/** Rows of the specification's error catalogue whose refusals other journeys do not meet: the server's no is played. */

/** The server says no to a call. */
const refuseCall = async (page: Page, path: string, status: number, code: string): Promise<void> => {
  await page.route(`**/api/${path}`, (route) =>
    route.fulfill({ status, json: { err_code: code, err_msg: 'Played by the journey.', request_id: 'journey' } }),
  );
};

/** The alert in one of its modes: 1 a tick and Confirm, 2 a cross and Try Again. Then away with it. */
const expectAlert = async (page: Page, mode: 1 | 2, title: string, ...said: string[]): Promise<void> => {
  const alert = page.getByRole('alertdialog', { name: title, exact: true });
  await expect(alert.getByRole('heading', { name: title, exact: true })).toBeVisible();
  for (const each of said) await expect(alert.getByText(each)).toBeVisible();
  // A tick is one stroke, a cross two.
  const strokes = await alert.locator('svg path').evaluate((path) => path.getAttribute('d')!.match(/m/gi)!.length);
  expect(strokes).toBe(mode);
  await alert.getByRole('button', { name: mode === 1 ? 'Confirm' : 'Try Again', exact: true }).click();
  await expect(alert).toBeHidden();
};

// proves 2: alert modal in both modes
// proves 8: success: tick and Confirm; failure: cross and Try Again
// proves 8: forgot password, both modes
// proves 8: send code (signup)
test('visitors: a refused link and a refused code are told under their titles, and a sent link is a success', async ({
  page,
}) => {
  await page.goto('/forgotPassword');
  await refuseCall(page, 'member/forgotPassword', 429, 'err_too_many');
  await field(page, 'session.email').fill('somebody@journeys.test');
  await button(page, 'session.forgot.send').click();
  await expectAlert(page, 2, 'Forgot Password', words('err_too_many'));
  await page.unroute('**/api/member/forgotPassword');
  await button(page, 'session.forgot.send').click();
  await expectAlert(page, 1, 'Forgot Password', words('session.forgot.sent', { email: 'somebody@journeys.test' }));
  await expect(page).toHaveURL('/login');

  await page.goto('/signup');
  await refuseCall(page, 'member/signup/request/code', 429, 'err_code_wait');
  await field(page, 'session.fullName').fill('Journey Visitor');
  await field(page, 'session.email').fill('somebody@journeys.test');
  await button(page, 'session.code.send').click();
  await expectAlert(page, 2, 'Failed Send Code', words('err_code_wait'));
});

// proves 8: PIN change: refusal
test('a refused change of the PIN is told by the Security Center', async ({ page }) => {
  await signIn(page, DEMO, '/profile/security');
  await page.getByRole('tab', { name: words('security.tab.pin') }).click();
  await refuseCall(page, 'member/security/modify', 422, 'err_old_pin');
  await field(page, 'security.pin.old').fill('000001');
  await field(page, 'session.newPin').fill('864213');
  await field(page, 'session.confirmPin').fill('864213');
  await button(page, 'security.pin.save').click();
  await expectAlert(page, 2, 'Security Center', 'Failed Update Security PIN', words('err_old_pin'));
});

// proves 8: subscribe: refusal
test('a refused subscription says Failed Subscribe Miner under Subscribe Miner', async ({ page }) => {
  await signIn(page, DEMO);
  await open(page, '/miner/purchase2');
  await refuseCall(page, 'package/purchase2', 422, 'err_package_unavailable');
  await askToSubscribe(page, DEMO.pin);
  const waiting = button(page, 'miner.waiting.accept');
  if (await waiting.isVisible()) await waiting.click();
  await pay(page);
  await expectAlert(page, 2, 'Subscribe Miner', 'Failed Subscribe Miner', words('err_package_unavailable'));
});

// proves 8: activate: refusal, modal closes
test('a refused activation closes its modal and says Failed Activate Contract', async ({ page }) => {
  await signIn(page, DEMO, '/order');
  await refuseCall(page, 'package/order/activate', 422, 'err_insufficient_balance');
  await button(page, 'order.activate').first().click();
  const modal = page.getByRole('dialog', { name: words('order.activate.title') });
  await button(modal, 'order.activate').click();
  await expectAlert(page, 2, 'Activate Contract', 'Failed Activate Contract', words('err_insufficient_balance'));
  await expect(modal).toBeHidden();
});

// proves 8: ticket create: refusal, form resets
test('a refused ticket says Failed Submit Ticket, and the form starts anew', async ({ page }) => {
  await signIn(page, DEMO, '/profile/helpcenter');
  await refuseCall(page, 'member/ticket', 429, 'err_too_many');
  await field(page, 'ticket.category').selectOption('1');
  await field(page, 'ticket.question').fill('Where is my reward?');
  await button(page, 'ticket.submit').click();
  await expectAlert(page, 2, 'Failed Submit Ticket', words('err_too_many'));
  await expect(field(page, 'ticket.question')).toHaveValue('');
});

// proves 8: missing order: to the orders
test('an order that is not there leads back to the orders', async ({ page }) => {
  await signIn(page, DEMO);
  for (const id of ['01900000-0000-7000-8000-000000000000', 'nonsense']) {
    await page.goto(`/order/details/${id}`);
    await expect(page).toHaveURL('/order');
  }
  // The other way the specification writes the address.
  await page.goto('/order/01900000-0000-7000-8000-000000000000');
  await expect(page).toHaveURL('/order');
});

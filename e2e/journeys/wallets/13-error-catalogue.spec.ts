import type { Page } from '@playwright/test';
import { call, succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO, newcomer, register, registerWith, tokenOf } from '../../src/member.ts';
import { ordersOf, READY } from '../../src/orders.ts';
import { button, field, signIn } from '../../src/screen.ts';
import { open } from '../../src/screens.ts';
import { askToSubscribe, pay } from '../../src/subscribe.ts';
import { words } from '../../src/words.ts';

/** Rows of the specification's error catalogue whose refusals other journeys do not meet. Every no is the server's own. */

/** Asks until the server has heard enough for a while. */
const useUp = async (path: string, asked: Parameters<typeof call>[1]): Promise<void> => {
  await expect(async () => {
    let last = await call(path, asked);
    while (last.status === 200) last = await call(path, asked);
    expect(last).toMatchObject({ status: 429, errCode: 'err_too_many' });
    expect(last.retryAfterS).toBeGreaterThan(20);
  }).toPass();
};

/** One X1 with CW alone, and a ticket, as the app would send them. */
const ONE_MINER = { package: 1, payment_method: 1, quantity: 1, amount1: '1000', amount2: '0', amount3: '0' };
const TICKET = { support_category: 1, support_question: 'Where is my reward?' };

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
  const { email } = newcomer();
  await page.goto('/forgotPassword');
  await field(page, 'session.email').fill(email);
  await button(page, 'session.forgot.send').click();
  await expectAlert(page, 1, 'Forgot Password', words('session.forgot.sent', { email }));
  await expect(page).toHaveURL('/login');
  await page.goto('/forgotPassword');
  await field(page, 'session.email').fill(email);
  await useUp('member/forgotPassword', { body: { member_email: email } });
  await button(page, 'session.forgot.send').click();
  await expectAlert(page, 2, 'Forgot Password', words('err_too_many'));

  await succeed('member/signup/request/code', { body: { member_username: 'Journey Visitor', member_email: email } });
  await page.goto('/signup');
  await field(page, 'session.fullName').fill('Journey Visitor');
  await field(page, 'session.email').fill(email);
  await button(page, 'session.code.send').click();
  await expectAlert(page, 2, 'Failed to Send Code', words('err_code_wait'));
});

// proves 8: PIN change: refusal
test('a refused change of the PIN is told by the Security Center', async ({ page }) => {
  await signIn(page, await register(), '/profile/security');
  await page.getByRole('tab', { name: words('security.tab.pin') }).click();
  await field(page, 'security.pin.old').fill('000001');
  await field(page, 'session.newPin').fill('864213');
  await field(page, 'session.confirmPin').fill('864213');
  await button(page, 'security.pin.save').click();
  await expectAlert(page, 2, 'Security Center', 'Failed to Update Security PIN', words('err_old_pin'));
});

// proves 8: subscribe: refusal
test('a refused subscription says Failed to Subscribe to Miner under Subscribe Miner', async ({ page }) => {
  const member = await registerWith({ CW: '1000' });
  await signIn(page, member);
  await open(page, '/miner/purchase');
  await askToSubscribe(page, '999999');
  await pay(page);
  await expectAlert(page, 2, 'Subscribe Miner', 'Failed to Subscribe to Miner', words('err_pin_wrong'));
  expect(await ordersOf(member)).toEqual([]);
});

// proves 8: activate: refusal, modal closes
test('a refused activation closes its modal and says Failed to Activate Contract', async ({ page }) => {
  const member = await registerWith({ CW: '1000', AOGTD: '100' });
  const accessToken = await tokenOf(member);
  await succeed('package/purchase', { accessToken, body: { ...ONE_MINER, member_security_pin: member.pin } });
  const [order] = await ordersOf(member);
  expect(order!.package_order_status).toBe(READY);
  await signIn(page, member, '/order');
  await button(page, 'order.activate').first().click();
  const modal = page.getByRole('dialog', { name: words('order.activate.title') });
  await expect(button(modal, 'order.activate')).toBeEnabled();
  // Another phone is faster.
  await succeed('package/order/activate', { accessToken, body: { id: order!.id } });
  await button(modal, 'order.activate').click();
  await expectAlert(page, 2, 'Activate Contract', 'Failed to Activate Contract', words('err_order_status'));
  await expect(modal).toBeHidden();
});

// proves 8: ticket create: refusal; one question too many is turned away undecided, and stays
test('a ticket that is turned away says Failed to Submit Ticket, and its question stays', async ({ page }) => {
  const member = await register();
  await signIn(page, member, '/profile/helpcenter');
  await field(page, 'ticket.category').selectOption('1');
  await field(page, 'ticket.question').fill(TICKET.support_question);
  await useUp('member/ticket', { accessToken: await tokenOf(member), body: TICKET });
  await button(page, 'ticket.submit').click();
  await expectAlert(page, 2, 'Failed to Submit Ticket', words('err_too_many'));
  await expect(field(page, 'ticket.question')).toHaveValue(TICKET.support_question);
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

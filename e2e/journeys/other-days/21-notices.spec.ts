import { BROWSER } from '../../src/browser.ts';
import { succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { register, registerWith, tokenOf, type Member } from '../../src/member.ts';
import { ordersOf } from '../../src/orders.ts';
import { button, heading, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { words } from '../../src/words.ts';
import { currentWorld, operator } from '../../src/world.ts';
import { pushReceiver } from '../../../apps/server/test/whole/push-receiver.ts';
import type { Locator, Page } from '@playwright/test';

test.use({ launchOptions: BROWSER });

/** The bell of the home screen, with so many new ones. */
const bell = (page: Page, unread: number): Locator => {
  const name = words('common.title.notices');
  return page.getByRole('link', {
    name: unread === 0 ? name : `${name} · ${words('common.unread')} ${unread}`,
    exact: true,
  });
};

/** A miner bought and activated on another device of the member. */
const activateElsewhere = async (member: Member): Promise<string> => {
  const accessToken = await tokenOf(member);
  await succeed('package/purchase', {
    accessToken,
    body: {
      package: 1,
      payment_method: 1,
      quantity: 1,
      amount1: '1000',
      amount2: '0',
      member_security_pin: member.pin,
    },
  });
  const [order] = await ordersOf(member);
  await succeed('package/order/activate', { accessToken, body: { id: order!.id } });
  return order!.package_order_serial_no;
};

/** An enquiry that support may answer. */
const ask = async (member: Member): Promise<{ id: string; number: string }> => {
  const { ticket } = await succeed('member/ticket', {
    accessToken: await tokenOf(member),
    body: { support_category: 1, support_question: 'Where is my deposit?' },
  });
  const { id, support_ticket_enquryid: number } = ticket as { id: string; support_ticket_enquryid: string };
  return { id, number };
};

/** What a service worker has that a page has not. */
interface Worker {
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
  dispatchEvent(event: Event): void;
}

/** Gives a message to the service worker, as the browser does when its push service has it. */
const deliver = async (page: Page, data: string): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const message = { origin: currentWorld().url, registrationId: await registered, data };
  await devtools.send('ServiceWorker.deliverPushMessage', message);
};

// proves 2: /profile/notification: what the member was told, live, each opening what it is about
// proves 2: /profile/notification/{id}: leads on, and marks it as read
test('a badge comes by itself when support answers, and leads to the answer', async ({ page }) => {
  const member = await register();
  const { id, number } = await ask(member);
  await signIn(page, member);
  await settled(page);
  await expect(bell(page, 0)).toBeVisible();
  await operator('ticket', 'reply', '--id', number, '--message', 'It is on its way.');
  await bell(page, 1).click();
  await expect(heading(page, words('common.title.notices'))).toBeVisible();
  // One day, one heading over its rows.
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Today']);
  await page.getByRole('link', { name: new RegExp(number) }).click();
  await expect(page).toHaveURL(`/profile/helpcenter/history/${id}`);
  await expect(page.getByText('It is on its way.')).toBeVisible();
  // Back leads to the list, where nothing is new any more.
  await page.goBack();
  await expect(page).toHaveURL('/profile/notification');
  await expect(page.getByRole('link', { name: new RegExp(number) })).toBeVisible();
  await expect(button(page, 'notice.readAll')).toBeHidden();
  await open(page, '/');
  await expect(bell(page, 0)).toBeVisible();
});

test('a miner that goes live is told of on every device, and what was read on one is read on the other', async ({
  page,
  newPhone,
}) => {
  const member = await registerWith({ CW: '1000', AOGTD: '1000' });
  await signIn(page, member);
  await settled(page);
  const other = await newPhone();
  await signIn(other, member);
  await settled(other);
  await expect(page.getByText('$1,500.00').first()).toBeVisible();
  const serial = await activateElsewhere(member);
  await expect(bell(page, 1)).toBeVisible();
  // What the notice tells of has moved money: the total beside the bell says so with it.
  await expect(page.getByText('$490.00').first()).toBeVisible();
  await bell(other, 1).click();
  await expect(other.getByRole('link', { name: new RegExp(serial) })).toBeVisible();
  await button(other, 'notice.readAll').click();
  await expect(button(other, 'notice.readAll')).toBeHidden();
  await expect(bell(page, 0)).toBeVisible();
});

test.describe('on a phone that shows messages', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  // proves 2: /profile/notification/settings: messages on this device, and what they are about
  test('an answer comes to the device, encrypted, and leads to the ticket when it is pressed', async ({ page }) => {
    const receiver = await pushReceiver(currentWorld().pushPort);
    const browser = receiver.browser('phone');
    // Chromium of a test has no push service: it says where it would be reached, all else is the app's.
    await page.addInitScript((target) => {
      let isOn = false;
      const subscription = {
        endpoint: target.endpoint,
        toJSON: () => ({ endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } }),
        unsubscribe: async () => !(isOn = false),
      } as unknown as PushSubscription;
      PushManager.prototype.subscribe = async () => ((isOn = true), subscription);
      PushManager.prototype.getSubscription = async () => (isOn ? subscription : null);
    }, browser);
    const member = await register();
    const { id, number } = await ask(member);
    await signIn(page, member, '/profile/notification/settings');
    const shows = page.getByRole('switch', { name: words('notice.push.show') });
    await expect(shows).toBeEnabled();
    await shows.click();
    await expect(shows).toBeChecked();
    await expect(page.getByRole('heading', { name: words('notice.push.what') })).toBeVisible();

    await operator('ticket', 'reply', '--id', number, '--message', 'It is on its way.');
    await expect.poll(() => receiver.received.length).toBe(1);
    const { message } = receiver.received[0]!;
    expect(message).toMatchObject({ title: 'Support has answered', body: number, tag: 'ticket_answered' });

    // As the browser gives it to the service worker, and as it is pressed.
    await deliver(page, JSON.stringify(message));
    const shown = () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        return (await worker.getNotifications()).map(({ title, body }) => [title, body]);
      });
    await expect.poll(shown).toEqual([[message.title, number]]);
    const [worker] = page.context().serviceWorkers();
    await worker!.evaluate(async () => {
      const { registration, NotificationEvent } = self as unknown as Worker;
      const [notification] = await registration.getNotifications();
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification! }));
    });
    await expect(page).toHaveURL(`/profile/helpcenter/history/${id}`);
    await receiver.close();
  });
});

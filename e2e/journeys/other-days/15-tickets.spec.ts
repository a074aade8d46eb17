import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { call } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { register, tokenOf } from '../../src/member.ts';
import { answerAlert, button, field, heading, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { words } from '../../src/words.ts';
import { currentWorld, operator } from '../../src/world.ts';
import type { Locator, Page } from '@playwright/test';

const PAYMENT = '1';
/** Height by width of the photograph. */
const UPRIGHT = 320 / 240;

const log = (page: Page): Locator => page.getByRole('log', { name: words('ticket.chat.messages') });

/** A photograph as phones make them: with the place where it was taken, and lying on its side while it shows something upright. */
const photograph = async (): Promise<string> => {
  const file = join(currentWorld().dataDir, 'photograph.jpg');
  const noise = Buffer.from(Array.from({ length: 320 * 240 * 3 }, (_, place) => (place * 37) % 251));
  const picture = sharp(noise, { raw: { width: 320, height: 240, channels: 3 } });
  writeFileSync(
    file,
    await picture
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 8/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
  );
  return file;
};

/** Pixels from what is seen of a page down to its end. */
const belowWindow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.round(document.documentElement.scrollHeight - innerHeight - scrollY));

const submit = async (page: Page, question: string): Promise<void> => {
  await field(page, 'ticket.category').selectOption(PAYMENT);
  await field(page, 'ticket.question').fill(question);
  await button(page, 'ticket.submit').click();
  await answerAlert(page, words('ticket.submit.done'));
  await expect(page).toHaveURL('/profile/helpcenter/history');
};

// proves 2: /profile/helpcenter
// proves 2: /profile/helpcenter/history
// proves 2: /profile/helpcenter/history/{id}, missing leads to the history
// proves 4: closed ticket: input disabled, its message
// proves 4: after a ticket to the history
// proves 8: ticket create: success
// proves 8: ticket send: refusal; success stands beside the message
// proves 8: missing ticket: to the history
test('a member asks, sends a picture, is answered live, and the enquiry is closed', async ({ page, newPhone }) => {
  const member = await register();
  await signIn(page, member, '/profile');
  await page.getByRole('link', { name: new RegExp(words('ticket.title')) }).click();
  await button(page, 'ticket.submit').click();
  await expect(page.getByText(words('err_ticket_category'))).toBeVisible();
  await expect(field(page, 'ticket.category')).toBeFocused();

  await submit(page, 'Where is my reward?');
  await page.getByRole('link', { name: /Where is my reward/ }).click();
  await expect(heading(page, words('ticket.chat'))).toBeVisible();
  await expect(log(page).getByText('Where is my reward?')).toBeVisible();
  const address = page.url();
  const number = await page
    .getByText(/^TK-\w+$/)
    .textContent()
    .then((text) => text ?? '');
  const send = button(page, 'ticket.chat.send');
  await expect(send).toBeDisabled();

  await page.locator('input[type=file]').setInputFiles(await photograph());
  await expect(page.getByAltText(words('ticket.chat.preview'))).toBeVisible();
  // Where the keyboard leaves less room than the conversation takes.
  await page.setViewportSize({ width: 390, height: 560 });
  await send.click();
  const image = { name: words('ticket.chat.image', { name: words('ticket.chat.you') }) };
  await expect(log(page).getByRole('img', image)).toBeVisible();
  const box = (await log(page).getByRole('button', image).boundingBox())!;
  expect(box.height / box.width, 'an upright picture stands upright').toBeCloseTo(UPRIGHT, 1);
  await expect.poll(() => belowWindow(page), 'the chat is read at its end').toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => scrollY), 'and was not all in sight before').toBeGreaterThan(0);
  await page.locator('input[type=file]').setInputFiles({
    name: 'x.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await answerAlert(page, words('ticket.chat.failed'), words('err_image'));

  await operator('ticket', 'reply', '--id', number, '--message', 'It is on its way.');
  await expect(log(page).getByText('It is on its way.')).toBeVisible();
  await expect(log(page).getByText(words('ticket.chat.support')).last()).toBeVisible();
  await open(page, '/profile');
  await expect(page.getByText(words('ticket.unread'))).toHaveCount(0);
  await operator('ticket', 'reply', '--id', number, '--message', 'Did it arrive?');
  await page.reload();
  await expect(page.getByText(words('ticket.unread'))).toBeVisible();

  await page.goto(address);
  await settled(page);
  const refresh = button(page, 'ticket.chat.refresh');
  await refresh.click();
  await expect(refresh).toBeDisabled();
  await expect(refresh).toBeEnabled();

  await operator('ticket', 'close', '--id', number, '--reason', 'answered');
  await expect(page.getByText(words('ticket.chat.closed'))).toBeVisible();
  await expect(field(page, 'ticket.chat.write')).toBeDisabled();
  await expect(send).toBeDisabled();

  const stranger = await register();
  const other = await newPhone();
  await signIn(other, stranger, new URL(address).pathname);
  await expect(other).toHaveURL('/profile/helpcenter/history');
  const stolen = await call('member/ticket/getById?id=' + new URL(address).pathname.split('/').at(-1), {
    method: 'GET',
    accessToken: await tokenOf(stranger),
  });
  expect([stolen.status, stolen.errCode]).toEqual([404, 'err_not_found']);
});

test('without a network what is written stays; what was under way says so, and goes out once when it is sent again', async ({
  page,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/, /WebSocket/);
  await signIn(page, await register(), '/profile/helpcenter');
  await submit(page, 'A question for the tunnel');
  await page.getByRole('link', { name: /A question for the tunnel/ }).click();
  await expect(log(page).getByText('A question for the tunnel')).toBeVisible();
  await context.setOffline(true);
  await field(page, 'ticket.chat.write').fill('Said in the tunnel');
  const send = button(page, 'ticket.chat.send');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect(send).toHaveAccessibleDescription(words('common.offlineReason'));
  await send.click({ force: true });
  await field(page, 'ticket.chat.write').press('Control+Enter');
  await expect(field(page, 'ticket.chat.write')).toHaveValue('Said in the tunnel');
  await expect(log(page).getByText('Said in the tunnel')).toHaveCount(0);
  await context.setOffline(false);
  await expect(send).not.toHaveAttribute('aria-disabled');
  // The network is lost while it is under way.
  await page.route('**/api/member/ticket/send', (route) => route.abort('internetdisconnected'));
  await send.click();
  await expect(log(page).getByText(words('ticket.chat.notSent'))).toBeVisible();
  await page.unroute('**/api/member/ticket/send');
  // It arrives, its answer does not, and the page is loaded anew.
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/member/ticket/send', async (route) => {
    await route.fetch();
    arrived.resolve();
  });
  await button(page, 'common.retry').click();
  await arrived.promise;
  await page.unroute('**/api/member/ticket/send');
  await page.reload();
  await settled(page);
  await expect(log(page).getByText('Said in the tunnel')).toHaveCount(1);
  await expect(log(page).getByText(words('ticket.chat.notSent'))).toHaveCount(0);
});

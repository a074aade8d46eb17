import { isIssuedByUs, purposeOf, WALLETS } from '@minerx/rules/wallet';
import type { Locator } from '@playwright/test';
import { succeed } from '../../src/call.ts';
import { expectAccessible } from '../../src/seen/accessible.ts';
import { cutTexts } from '../../src/seen/cut-texts.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO, registerWith, tokenOf } from '../../src/member.ts';
import { ACTIVATED, ordersOf, READY, type Order } from '../../src/orders.ts';
import { button, chooseLanguage, field, heading, signIn, stopClock } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { openFirstRow } from '../../src/team-tree.ts';
import { words } from '../../src/words.ts';

/** Constants of the specification that only a browser can show: times on a clock of its own, sizes as they are drawn. */

const OWN_X1 = 1;
const X2 = 5;
const PAGE = 8;

// proves 4: Send Code, 59 s, RESEND
// proves 9: resend after 59 s: the button
test('after a code was sent its button counts down from 59 seconds and then says RESEND', async ({ page }) => {
  await page.clock.install();
  await page.goto('/signup');
  await page.route('**/api/member/signup/request/code', (route) => route.fulfill({ json: { result: {} } }));
  await field(page, 'session.fullName').fill('Journey Visitor');
  await field(page, 'session.email').fill('counted@journeys.test');
  await expect(page.getByRole('button', { name: 'Send Code', exact: true })).toBeVisible();
  await stopClock(page);
  await button(page, 'session.code.send').click();
  const waits = (seconds: number) => button(page, 'session.code.wait', { seconds: String(seconds) });
  await expect(waits(59)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(waits(58)).toBeVisible();
  await page.clock.runFor(57_000);
  await expect(waits(1)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(page.getByRole('button', { name: 'RESEND', exact: true })).toBeVisible();
});

// proves 9: banners every 5 s
test('banners take turns every five seconds', async ({ page }) => {
  await page.clock.install();
  await signIn(page, DEMO);
  const banners = page.getByRole('region', { name: words('announcement.banners') });
  await banners.scrollIntoViewIfNeeded();
  // Whoever points at a banner holds it.
  await page.mouse.move(1, 1);
  const shown = (): Promise<string | null> => banners.locator('[aria-current="true"]').getAttribute('aria-label');
  await expect(banners.locator('[aria-current="true"]')).toHaveCount(1);
  await stopClock(page);
  // To the moment of a turn, then from turn to turn.
  const first = await shown();
  for (let step = 0; step < 60 && (await shown()) === first; step += 1) await page.clock.runFor(100);
  const second = await shown();
  expect(second).not.toBe(first);
  await page.clock.runFor(4800);
  expect(await shown()).toBe(second);
  await page.clock.runFor(300);
  await expect.poll(shown).not.toBe(second);
});

// proves 4: ticket refresh locked for 4 s, chat scrolls to its end after 1 s
test('the refresh of a conversation is locked for four seconds, and a conversation opens at its end', async ({
  page,
}) => {
  const { data } = await succeed('member/ticket/all', {
    accessToken: await tokenOf(DEMO),
    body: { page: 1, pageSize: 8 },
  });
  await page.clock.install();
  await signIn(page, DEMO, `/profile/helpcenter/history/${(data as { id: string }[])[0]?.id}`);
  await settled(page);
  const isAtEnd = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY < 2);
  await page.clock.runFor(1000);
  await expect.poll(isAtEnd).toBe(true);
  const refresh = button(page, 'ticket.chat.refresh');
  await stopClock(page);
  await refresh.click();
  await expect(refresh).toBeDisabled();
  await page.clock.runFor(3900);
  await expect(refresh).toBeDisabled();
  await page.clock.runFor(200);
  await expect(refresh).toBeEnabled();
});

// proves 2: /profile/referral
// proves 9: QR code 100 px, level M
test('the referral code is a QR code of 100 pixels at level M', async ({ page }) => {
  await signIn(page, DEMO);
  await open(page, '/profile/referral');
  const code = page.getByRole('img', { name: words('team.referral.qr') });
  await expect(code).toHaveAttribute('width', '100');
  await expect(code).toHaveAttribute('height', '100');
  // The first two modules of the ninth row name the level: dark and light are M (ISO 18004, masked 00).
  const path = code.locator('path');
  await expect(path).toHaveAttribute('d', /M0 8h1v1h-1z/);
  await expect(path).not.toHaveAttribute('d', /M1 8h1v1h-1z/);
});

// proves 9: team tree: 30 px a level
test('each level of the team is indented by 30 pixels', async ({ page }) => {
  await signIn(page, DEMO);
  await open(page, '/profile/myteam');
  const indent = (row: Locator): Promise<number> =>
    row.evaluate((element) => parseFloat(getComputedStyle(element).paddingInlineStart));
  const level = (depth: number): Locator => page.locator(`[style*="--depth: ${depth}"]`).first();
  await openFirstRow(page);
  await expect(level(1)).toBeVisible();
  expect((await indent(level(1))) - (await indent(level(0)))).toBe(30);
});

// proves 9: 76 Th/s a miner, 5 W, SHA-256
test('an order says 5 W and SHA-256, and 76 Th/s at most for a whole miner', async ({ page }) => {
  await signIn(page, DEMO);
  const live = (await ordersOf(DEMO)).filter((order) => order.package_order_status === ACTIVATED);
  const whole = live.find((order) => order.package_order_packageid === OWN_X1);
  await open(page, `/order/details/${whole?.id}`);
  await expect(heading(page, words('common.title.orderDetails'))).toBeVisible();
  await expect(page.getByText(/^5\sW$/)).toBeVisible();
  await expect(page.getByText('SHA-256', { exact: true })).toBeVisible();
  await expect(page.getByText(words('order.ofCapacity', { capacity: '76' }), { exact: true }).first()).toBeVisible();
  // Ten machines take what ten take, as the dashboard sums them.
  const ten = live.find((order) => order.package_order_packageid === X2);
  await open(page, `/order/details/${ten?.id}`);
  await expect(page.getByText(/^50\sW$/)).toBeVisible();
});

// proves 2: /miner: stock, status, share, link to the purchase
// proves 9: used share of the stock, Ready Stock while any is left
test('the stock of a line shows how much of it is used, and Ready Stock while any is left', async ({ page }) => {
  const stock = await succeed('package/subscriber', { method: 'GET', accessToken: await tokenOf(DEMO) });
  const [total, used] = [Number(stock['total_stock']), Number(stock['used_stock'])];
  await signIn(page, DEMO);
  await open(page, '/miner');
  await expect(page.getByText(`${Math.round((used / total) * 100)}%`, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(used < total ? 'Ready Stock' : 'Out of Stock', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: words('miner.subscribe'), exact: true })).toHaveAttribute(
    'href',
    '/miner/purchase',
  );
});

// proves 2: language kept in a cookie, name and value hashed
test('the chosen language is kept in a cookie whose name and value say nothing, and spoken by every tab', async ({
  page,
  context,
}) => {
  const tab = await context.newPage();
  for (const each of [tab, page]) await each.goto('/login');
  const before = new Set((await context.cookies()).map(({ name }) => name));
  await chooseLanguage(page, 'en', 'gr');
  const kept = (await context.cookies()).filter(({ name }) => !before.has(name));
  expect(kept).toHaveLength(1);
  for (const text of [kept[0]!.name, kept[0]!.value]) expect(text).toMatch(/^[0-9a-z_-]{6,}$/i);
  expect(`${kept[0]!.name}=${kept[0]!.value}`).not.toMatch(/lang|locale|german|deutsch|^gr$|=gr$|=de$/i);
  await expect(tab.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

// proves 9: order list: next page within 100 px of the end
test('the list of orders asks for its next page within 100 pixels of the end', async ({ page }) => {
  const asked = new Set<number>();
  // More orders than the demo has: its own over and over, each page full.
  await page.route('**/api/package/order', async (route) => {
    const { page: wanted } = route.request().postDataJSON() as { page: number };
    asked.add(wanted);
    const answer = (await (await route.fetch({ postData: { page: 1, pageSize: PAGE } })).json()) as {
      result: { data: { id: string }[]; paginator: object };
    };
    const own = answer.result.data.filter((order) => (order as unknown as Order).package_order_status !== READY);
    const data = Array.from({ length: PAGE }, (_, place) => ({
      ...own[place % own.length]!,
      id: `page-${wanted}-${place}`,
    }));
    const paginator = { page: wanted, pageSize: PAGE, total: 10 * PAGE };
    await route.fulfill({ json: { result: { ...answer.result, data, paginator } } });
  });
  await page.setViewportSize({ width: 390, height: 640 });
  await signIn(page, DEMO, '/order');
  await settled(page);
  const end = page.getByRole('list', { name: words('order.current') }).locator('xpath=following::*[1]');
  /** Scrolls until the end of the list lies so far below what can be seen. */
  const leave = (pixels: number): Promise<void> =>
    end.evaluate(async (mark, wanted) => {
      // Cards take their height as they come into sight, so it needs more than one step.
      for (let step = 0; step < 30; step += 1) {
        scrollBy({ top: mark.getBoundingClientRect().top - innerHeight - wanted, behavior: 'instant' });
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    }, pixels);
  await leave(140);
  expect([...asked]).toEqual([1]);
  await leave(90);
  await expect.poll(() => asked.has(2)).toBe(true);
  await page.unrouteAll({ behavior: 'wait' });
});

test('no figure is cut or broken at 320 px, in wide letters and twice the size', async ({ page }) => {
  await signIn(page, DEMO);
  for (const path of ['/', '/asset', '/miner/purchase', '/dashboard', '/order']) {
    // So high that every part is drawn and every row of a list, not those alone that happen to be in sight.
    await page.setViewportSize({ width: 320, height: 6000 });
    await open(page, path);
    for (const size of ['100%', '200%']) {
      await page.locator('html').evaluate((root, text) => {
        root.style.setProperty('--font-sans', "'DejaVu Sans', Verdana, sans-serif");
        root.style.fontSize = text;
      }, size);
      await settled(page);
      expect.soft(await cutTexts(page), path).toEqual([]);
      const broken = await page.locator('.figure:visible').evaluateAll((figures) =>
        figures
          .filter((figure) => {
            const range = document.createRange();
            range.selectNodeContents(figure.firstChild!);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
          })
          .map((figure) => figure.textContent),
      );
      expect.soft(broken, path).toEqual([]);
    }
  }
});

// proves 2: /asset: balances at their precision, dollar values
// proves 2: /asset: the total, with what is not listed
test('a wallet card shows the balance at its precision and what it is worth', async ({ page }) => {
  const member = await registerWith({ USDT: '1234.56789', AOGTD: '33.33339', CW: '0.019', GBPT: '40' });
  await signIn(page, member, '/asset');
  await settled(page);
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(`^${name}\\b`) }) });
  await expect(card('USDT').getByRole('link', { name: /^USDT Wallet/ })).toBeVisible();
  await expect(card('USDT')).toContainText('1,234.56');
  await expect(card('USDT')).toContainText('≈ $1,234.56');
  // Units per dollar: two AOGTD are one.
  await expect(card('AOGTD')).toContainText('33.3333');
  await expect(card('AOGTD')).toContainText('≈ $16.66');
  await expect(card('CW')).toContainText('0.01');
  // What the total counts beside them opens, and the rows add up to it: 1234.56 + 16.66 + 0.01 + 40.02 = 1291.25.
  await expect(page.getByText('$1,291.25', { exact: true })).toBeVisible();
  const others = page.getByRole('button', { name: words('wallet.others') });
  await expect(others).toContainText('$40.02');
  await others.click();
  await expect(card('GBPT')).toContainText('$40.00');
  await expect(page.getByRole('listitem').filter({ hasText: words('wallet.rounding') })).toContainText('$0.02');
  // A card is calm: what is behind a value is a touch away.
  await expect(card('USDT')).not.toContainText('1 USDT =');
  // Behind a value its price, and who says it: of what we issue we do, as the sum of it says above; of a dollar a rule.
  const expectPrice = async (name: string, price: string | RegExp, source: string) => {
    await card(name)
      .getByRole('button', { name: words('wallet.what', { name }) })
      .click();
    const sheet = page.getByRole('dialog', { name: words('wallet.what', { name }) });
    await expect(sheet).toContainText(price);
    for (const key of ['wallet.setByUs', 'wallet.fixed'])
      await expect(sheet.getByText(words(key), { exact: true })).toHaveCount(key === source ? 1 : 0);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  };
  await expectPrice('AOGTD', '$1 = 2.00 AOGTD', 'wallet.setByUs');
  for (const name of ['CW', 'RW', 'AOG']) await expectPrice(name, `1 ${name} = $`, 'wallet.setByUs');
  await expectPrice('USDT', '1 USDT = $1.00', 'wallet.fixed');
  await expectPrice('BTC', words('unit.btc.is'), 'market');
  // A touch of what the total says of itself opens what that is made of.
  const ours = page.getByRole('button', { name: words('wallet.total.ours') });
  await expect(ours).toContainText('$56.68');
  await ours.click();
  const sheet = page.getByRole('dialog', { name: words('wallet.total') });
  await expect(sheet).toContainText(words('unit.ours'));
  await expect(sheet.getByRole('link')).toHaveText([/^AOGTD.*\$16\.66/, /^CW.*\$0\.01/, /^GBPT.*\$40\.00/]);
  await expectAccessible(page, 'what the total is made of');
  await sheet.getByRole('link', { name: /^AOGTD/ }).click();
  await expect(page).toHaveURL('/asset/spot/transaction/2');
});

test('every unit of ours says what it is, what it is for, how it is got, and that we issue it', async ({ page }) => {
  const ours = WALLETS.filter(({ id }) => isIssuedByUs(id));
  const member = await registerWith(Object.fromEntries(ours.map(({ name }) => [name, '1'])));
  await signIn(page, member, '/asset');
  await page.getByRole('button', { name: words('wallet.others') }).click();
  for (const { id, name } of ours) {
    await page.getByRole('button', { name: words('wallet.what', { name }), exact: true }).click();
    const sheet = page.getByRole('dialog', { name: words('wallet.what', { name }) });
    const told = ['is', 'buys', 'got'].map((about) => words(`unit.${purposeOf(id)}.${about}`, { name }));
    await expect(sheet.getByRole('definition')).toHaveText([...told, words('unit.issued', { name })]);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  }
});

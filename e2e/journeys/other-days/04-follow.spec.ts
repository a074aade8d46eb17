import type { WireLanguage } from '@minerx/rules/wire-language';
import type { Locator, Page, WebSocketRoute } from '@playwright/test';
import { succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO, register, tokenOf } from '../../src/member.ts';
import { ACTIVATED, DISCONNECTED, ENDED, ordersOf, READY } from '../../src/orders.ts';
import { button, heading, scrollTo, signIn } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { catalogue, words } from '../../src/words.ts';
import { travelTo, worldTime } from '../../src/world.ts';

// proves 2: /order: current, pending and on-queue
// proves 4: only orders in status 1 or 8 open details
// proves 9: queue as n/10
test('the order page shows every order in its place, live ones lead to details, ended ones to receipts', async ({
  page,
}) => {
  const listed = await succeed('package/order', {
    accessToken: await tokenOf(DEMO),
    body: { page: 1, pageSize: 100 },
  });
  const orders = listed['data'] as Awaited<ReturnType<typeof ordersOf>>;
  await signIn(page, DEMO, '/order');
  await settled(page);
  await expect(heading(page, words('common.title.order'))).toBeVisible();
  // Those of the list below, ended ones too; what waits stands above with a count of its own.
  const expected = orders.filter(({ package_order_status }) => package_order_status !== READY);
  await expect(page.getByRole('heading', { name: `${expected.length} orders`, exact: true })).toBeVisible();
  const current = page.getByRole('list', { name: words('order.current') }).getByRole('listitem');
  // The list grows as one scrolls, and holds the rows in sight only.
  const seen = new Set<string>();
  await page.mouse.move(195, 420);
  await expect(async () => {
    for (const { package_order_serial_no: serial, package_order_status: status } of expected) {
      const row = current.filter({ hasText: serial });
      if ((await row.count()) === 0) continue;
      const isLive = [ACTIVATED, DISCONNECTED].includes(status);
      const way = new RegExp(`^/order/${isLive ? 'details' : 'receipts'}/`);
      expect(await row.getByRole('link').getAttribute('href'), serial).toMatch(way);
      seen.add(serial);
    }
    await page.mouse.wheel(0, 400);
    expect(seen.size).toBe(expected.length);
  }).toPass();
  await expect(current.first()).toHaveAttribute('aria-setsize', String(expected.length));
  await expect(page.getByRole('heading', { name: `${expected.length} orders`, exact: true })).toHaveCount(1);
  await expect(button(page, 'order.activate')).toHaveCount(orders.length - expected.length);
  await page.getByText(words('order.queue'), { exact: true }).click();
  await expect(page.getByText(/^\d{1,2}\/10$/).first()).toBeVisible();
});

// proves 2: /order/details/{id}
// proves 4: details leave for /order unless live
// proves 4: Device not operating
test('a broken miner says so, an ended order has no details', async ({ page }) => {
  const orders = await ordersOf(DEMO);
  const idOf = (status: number) => orders.find(({ package_order_status }) => package_order_status === status)?.id;
  await signIn(page, DEMO);
  await open(page, `/order/details/${idOf(DISCONNECTED)}`);
  await expect(page.getByText(words('order.down'), { exact: true }).first()).toBeVisible();
  await page.goto(`/order/details/${idOf(ENDED)}`);
  await expect(page).toHaveURL('/order');
});

// proves 2: /order/receipts/{id} (implied)
test('an order that has ended opens its receipts, and any other its details', async ({ page }) => {
  const orders = await ordersOf(DEMO);
  const ended = orders.find(({ package_order_status }) => package_order_status === ENDED)!;
  await signIn(page, DEMO, '/order');
  const card = page.getByRole('link').filter({ hasText: ended.package_order_serial_no });
  await scrollTo(card);
  await card.click();
  await expect(page).toHaveURL(`/order/receipts/${ended.id}`);
  await settled(page);
  await expect(page.getByText(words('order.today'), { exact: true })).toHaveCount(0);
  // When it ended, and that it had earned all it may.
  const { order, ended_date: endedAt } = await succeed(`order/getById?id=${ended.id}`, {
    method: 'GET',
    accessToken: await tokenOf(DEMO),
  });
  const limit = Number((order as { package_order_max_profit: string }).package_order_max_profit);
  const dollars = `$${limit.toLocaleString('en', { minimumFractionDigits: 2 })}`;
  const fact = (name: string) => page.getByRole('main').getByText(words(name), { exact: true }).locator('..');
  await expect(fact('order.ended.reached')).toContainText(`${dollars} / ${dollars}`);
  await expect(fact('order.ended.on')).toContainText(String(new Date(String(endedAt)).getUTCFullYear()));
  const days = page.getByRole('main').getByRole('listitem');
  await days.first().getByRole('button').click();
  // The receipt of its last day says so by itself.
  await expect(page.getByRole('dialog').getByText(words('order.receipt.step.capped'))).toBeVisible();
  await button(page.getByRole('dialog'), 'order.receipt.recompute').click();
  await expect(page.getByText(words('order.receipt.equal'))).toBeVisible();
  const live = orders.find(({ package_order_status }) => package_order_status === ACTIVATED)!;
  await page.goto(`/order/receipts/${live.id}`);
  await expect(page).toHaveURL(`/order/details/${live.id}`);
});

test('the measured time of ten machines says that it is theirs together', async ({ page }) => {
  const X2 = 5;
  const ten = (await ordersOf(DEMO)).find(
    ({ package_order_packageid: id, package_order_status: status }) => id === X2 && status === ACTIVATED,
  )!;
  await signIn(page, DEMO);
  await open(page, `/order/details/${ten.id}`);
  await page.getByRole('tab', { name: words('order.tab.rewards') }).click();
  await expect(page.getByText(words('order.today.machines', { count: '10' }), { exact: true })).toBeVisible();

  // With large words in German, the language of the longest ones, nothing of it sticks out of the card.
  await page.setViewportSize({ width: 320, height: 2000 });
  await page.evaluate(() => new BroadcastChannel('minerx:language').postMessage('gr'));
  await expect(page.locator('html')).toHaveAttribute('data-language', 'gr');
  await page.locator('html').evaluate((root) => root.style.setProperty('font-size', '200%'));
  const times = page.getByText(catalogue('gr')['order.today.total']!, { exact: true }).locator('../..');
  await expect(times).toBeVisible();
  expect(await times.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('an order that works for a moment says that its first minute is being measured', async ({ page }) => {
  const { id } = (await ordersOf(DEMO)).find(({ package_order_status: status }) => status === ACTIVATED)!;
  let isMeasured = false;
  await page.route('**/api/order/getById?*', async (route) => {
    const { result } = (await (await route.fetch()).json()) as { result: { order: object } };
    const activated = await page.evaluate(() => new Date().toISOString());
    const order = { ...result.order, package_order_activated_date: activated };
    await route.fulfill({ json: { result: { ...result, order } } });
  });
  await page.route('**/api/order/rewards', async (route) => {
    const { result } = (await (await route.fetch()).json()) as { result: object };
    await route.fulfill({ json: { result: isMeasured ? result : { ...result, today: null } } });
  });
  await signIn(page, DEMO);
  await open(page, `/order/details/${id}`);
  await page.getByRole('tab', { name: words('order.tab.rewards') }).click();
  await expect(page.getByText(words('order.today.first'), { exact: true })).toBeVisible();
  await expect(page.getByText(words('order.today.none'), { exact: true })).toHaveCount(0);
  isMeasured = true;
  await expect(page.getByText(words('order.today.text'), { exact: true })).toBeVisible({ timeout: 40_000 });
});

const SAT = 100_000_000;
const SAT_PER_MBTC = 100_000;

/** What the drawing says of each day, beside what the table says. */
const expectBarsWithValues = async (page: Page): Promise<void> => {
  const week = page.getByRole('figure', { name: words('dashboard.week') });
  await button(week, 'common.showTable').click();
  await expect(week.getByRole('table').getByRole('rowheader')).toHaveCount(7);
  const amounts = (await week.getByRole('cell').allInnerTexts()).map((text) => Math.round(parseFloat(text) * SAT));
  expect(Math.max(...amounts)).toBeGreaterThan(0);
  const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
  const bars = week.locator('g').filter({ has: page.locator('rect') });
  // Above each its value, below it the day.
  const values = await bars.evaluateAll((all) =>
    all.map((bar) => [...bar.querySelectorAll('text')].slice(0, -1).map(({ textContent }) => textContent)),
  );
  expect(values).toEqual(amounts.map((sat) => (sat === 0 ? [] : [short.format(sat / SAT_PER_MBTC)])));
};

// proves 2: /dashboard
test("the dashboard counts what the orders are, and moves with the miners' work", async ({ page }) => {
  const { summary } = await succeed('package/order/all', { method: 'GET', accessToken: await tokenOf(DEMO) });
  const { ready, active, disconnect, queue, end, total_mined } = summary as Record<string, number | string>;
  await signIn(page, DEMO, '/dashboard');
  await settled(page);
  await expect(page.getByText(`${Number(total_mined).toFixed(8)} BTC`, { exact: true }).first()).toBeVisible();
  const counts = {
    'order.status.ready': ready,
    'order.status.activated': active,
    'order.status.disconnected': disconnect,
    'dashboard.orders.waiting': queue,
    'order.status.ended': end,
  };
  for (const [state, count] of Object.entries(counts)) {
    const line = page.getByRole('listitem').filter({ hasText: words(state) });
    await expect(line).toContainText(String(count));
  }
  await test.step('each of the seven bars bears its value, unless that is zero', () => expectBarsWithValues(page));

  await expect(page.getByText(words('common.live'), { exact: true }).first()).toBeVisible();
  const hashrate = page.getByText(/^[\d,]+\.\d\d$/).first();
  const first = await hashrate.innerText();
  await expect.poll(() => hashrate.innerText(), { message: 'the hashrate moves' }).not.toBe(first);
});

test('each state on the dashboard leads to just those orders that it counts, by its name, and back', async ({
  page,
}) => {
  const { summary } = await succeed('package/order/all', { method: 'GET', accessToken: await tokenOf(DEMO) });
  const { ready, active, disconnect, queue, end } = summary as Record<string, number>;
  await signIn(page, DEMO, '/dashboard');
  await settled(page);
  const stateOf = (state: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: words(state) })
      .getByRole('link');
  const sections = { 'order.pending': 'ready', 'order.queue': 'waiting' } as const;
  for (const [state, filter, count] of [
    ['order.status.activated', 'activated', active],
    ['order.status.disconnected', 'disconnected', disconnect],
    ['order.status.ended', 'ended', end],
    ['order.status.ready', 'ready', ready],
    ['dashboard.orders.waiting', 'waiting', queue],
  ] as const) {
    await stateOf(state).click();
    await expect(page).toHaveURL(`/order?filter=${filter}`);
    await expect(page.getByRole('heading', { name: `${words(state)}: ${count}`, exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: words(state) })).toBeChecked();
    // What runs is not looked for below what waits, and what waits stands open where nothing else is asked for.
    for (const [section, of] of Object.entries(sections))
      await expect(page.getByText(words(section), { exact: true })).toHaveCount(of === filter ? 1 : 0);
    const isSection = filter === 'ready' || filter === 'waiting';
    const listed = page.getByRole('list', { name: words('order.current') }).getByRole('listitem');
    await expect(listed).toHaveCount(isSection ? 0 : Math.min(count!, 8));
    if (filter === 'ready') await expect(button(page, 'order.activate')).toHaveCount(count!);
    if (filter === 'disconnected') await expect(listed).toContainText(Array(count!).fill(words(state)));
    await page.goBack();
    await expect(page).toHaveURL('/dashboard');
  }
  // From an order the arrow leads back to the list as it was.
  await stateOf('order.status.ended').click();
  await page
    .getByRole('list', { name: words('order.current') })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\/order\/receipts\//);
  await page.getByRole('link', { name: words('common.back'), exact: true }).click();
  await expect(page).toHaveURL('/order?filter=ended');
});

test('somebody without a miner is shown the way to one', async ({ page }) => {
  await signIn(page, await register());
  for (const [path, action] of [
    ['/order', 'order.chooseMiner'],
    ['/dashboard', 'dashboard.empty.action'],
  ] as const) {
    await open(page, path);
    await page.getByRole('link', { name: words(action), exact: true }).click();
    await expect(page).toHaveURL('/miner');
  }
});

test('a server that starts anew is found again, without a reload and without a sign-in', async ({ page, watch }) => {
  watch.expect(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|WebSocket/,
    /503/,
  );
  await signIn(page, DEMO, '/dashboard');
  const live = page.getByText(words('common.live'), { exact: true }).first();
  await expect(live).toBeVisible();
  // A quick start is over before the page has anything to say about it; that it came back is what counts.
  const again = page.waitForEvent('websocket', { timeout: 90_000 });
  await Promise.all([travelTo(worldTime()), again]);
  await expect(page.getByText(words('common.reconnecting'))).toHaveCount(0, { timeout: 60_000 });
  // The collector asks its devices anew before anything is live.
  await expect(live).toBeVisible({ timeout: 60_000 });
  const hashrate = page.getByText(/^[\d,]+\.\d\d$/).first();
  const first = await hashrate.innerText();
  await expect.poll(() => hashrate.innerText(), { timeout: 30_000 }).not.toBe(first);
  await expect(page).toHaveURL('/dashboard');
});

/** Where the list of current orders begins, as phones of a width show it in a language. */
const topOfList = async (page: Page, width: number, language: WireLanguage): Promise<number> => {
  await page.setViewportSize({ width, height: 844 });
  await page.evaluate((told) => new BroadcastChannel('minerx:language').postMessage(told), language);
  await expect(page.locator('html')).toHaveAttribute('data-language', language);
  await settled(page);
  return page.locator('[data-feed]').evaluate((list) => list.getBoundingClientRect().top + scrollY);
};

const middleOf = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  });

test('a feed that breaks says so in its place: the orders below it stay where they are', async ({ page }) => {
  const sockets: WebSocketRoute[] = [];
  let broken = false;
  await page.routeWebSocket('**/ws-miner', async (socket) => {
    if (broken) return socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  await signIn(page, DEMO, '/order');
  await expect(page.locator('[data-feed]')).toHaveAttribute('data-feed', 'live');
  const live = [await topOfList(page, 390, 'en'), await topOfList(page, 360, 'gr')];
  broken = true;
  for (const socket of sockets) await socket.close();
  // With its age, once it is no short break any more.
  const [delayed] = catalogue('gr')['common.delayed']!.split('{');
  const badge = page.getByText(delayed!).filter({ visible: true });
  await expect(badge).toBeVisible();
  // On one line with the count, where there is least room for both.
  const apart = (await middleOf(badge)) - (await middleOf(page.locator('main > div > h2')));
  expect(Math.abs(apart)).toBeLessThan(4);
  await expect(page.getByText(catalogue('gr')['common.reconnecting']!).filter({ visible: true })).toHaveCount(1);
  const after = [await topOfList(page, 360, 'gr'), await topOfList(page, 390, 'en')];
  expect(after.toReversed()).toEqual(live);
});

/** Of each row in sight: on how many lines its words stand, how far apart these begin, and how far the arrow is from them. */
const placesOf = (page: Page): Promise<{ lines: number; apart: number; arrow: number }[]> =>
  page.locator('main [role="listitem"] :is(a, div):has(> span > span)').evaluateAll((rows) =>
    rows.map((row) => {
      const range = document.createRange();
      const boxes = [...row.querySelectorAll(':scope > span > span > span')]
        .map((word) => {
          // What is only told comes first.
          const told = word.querySelector('.unseen');
          range.selectNodeContents(word);
          if (told !== null) range.setStartAfter(told);
          return [...range.getClientRects()].filter(({ width }) => width > 1);
        })
        .filter((lines) => lines.length > 0);
      const lefts = boxes.map(([first]) => first!.left);
      const bottoms = boxes.flatMap((lines) => lines.map(({ bottom }) => bottom)).toSorted((one, other) => one - other);
      const arrow = row.querySelector(':scope > svg')?.getBoundingClientRect().left ?? Infinity;
      return {
        lines: bottoms.filter((bottom, place) => place === 0 || bottom - bottoms[place - 1]! > 8).length,
        apart: Math.max(...lefts) - Math.min(...lefts),
        arrow: arrow - Math.max(...boxes.flat().map(({ right }) => right)),
      };
    }),
  );

test('a row of an order keeps to two lines, and with large words begins each at one edge', async ({ page }) => {
  await signIn(page, DEMO, '/order');
  await topOfList(page, 390, 'ch');
  const rows = page.locator('main [role="listitem"]');
  await scrollTo(rows.first());
  await expect.poll(async () => (await placesOf(page)).length).toBeGreaterThan(3);
  expect((await placesOf(page)).filter(({ lines }) => lines !== 2)).toEqual([]);
  await topOfList(page, 320, 'gr');
  await page.locator('html').evaluate((root) => root.style.setProperty('font-size', '200%'));
  await scrollTo(page.getByRole('list', { name: catalogue('gr')['order.current']! }));
  await expect.poll(async () => (await placesOf(page)).length).toBeGreaterThan(0);
  const large = await placesOf(page);
  expect(large.filter(({ apart, arrow }) => apart > 2 || arrow < 0)).toEqual([]);
});

/** Where each block of a screen begins, one below the other. */
const topsOf = (blocks: Locator): Promise<number[]> =>
  blocks.evaluateAll((all) => all.map((block) => block.getBoundingClientRect().top + scrollY));

/** Of a screen whose answers are on their way, and when they have come. */
const topsBeforeAndAfter = async (page: Page, path: string, calls: RegExp): Promise<[number[], number[]]> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await released;
    await route.fallback();
  });
  await page.goto(path);
  const waiting = page.locator('main > [aria-busy] > .stack-4');
  await expect(waiting).toBeVisible();
  const before = await topsOf(waiting.locator('> :not(div.stack-3), > div.stack-3 > *'));
  release();
  await settled(page);
  // A long list draws its rows a moment after itself.
  if (path === '/order') await expect(page.locator('main [role="listitem"]').first()).toBeVisible();
  const after = await topsOf(page.locator('main > :not([data-feed]), main [role="listitem"]'));
  await page.unroute(calls);
  return [before, after];
};

interface OrderRow {
  package_order_status: number;
}

/** One that the member has to activate, one that waits for others, and six: whatever the world's other journeys have bought. */
const holdFewOrders = async (page: Page): Promise<void> => {
  await page.route('**/api/package/order', async (route) => {
    const { result } = (await (await route.fetch()).json()) as { result: { data: OrderRow[]; paginator: object } };
    const data = result.data.filter(({ package_order_status }) => package_order_status !== READY).slice(0, 6);
    const all = [{ ...data[0], package_order_status: READY }, ...data];
    await route.fulfill({ json: { result: { data: all, paginator: { ...result.paginator, total: all.length } } } });
  });
  await page.route('**/api/package/order/queue', async (route) => {
    const { result } = (await (await route.fetch()).json()) as { result: { queue: OrderRow[]; ready: OrderRow[] } };
    const [one] = result.queue;
    const ready = [{ ...one, package_order_status: READY }];
    await route.fulfill({ json: { result: { queue: [one], outOfStock: [], ready } } });
  });
};

test('what stands for a screen on its way has the shape of what comes', async ({ page }) => {
  await signIn(page, DEMO);
  await holdFewOrders(page);
  for (const [path, calls] of [
    ['/dashboard', /package\/order\/all$/],
    ['/order', /package\/order(\/queue)?$/],
  ] as const) {
    const [before, after] = await topsBeforeAndAfter(page, path, calls);
    expect(before.length).toBeGreaterThanOrEqual(5);
    const apart = before.map((top, place) => Math.abs(top - after[place]!));
    expect(Math.max(...apart), `${path}: ${before.join()} becomes ${after.join()}`).toBeLessThan(8);
  }
});

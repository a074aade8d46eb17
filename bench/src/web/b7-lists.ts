import '../../../scripts/pinned-node.ts';
import { cpus, loadavg } from 'node:os';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { format, median, mustHold, percentile, row } from '../measure/harness.ts';
import { LAST_MEMBER, LAST_ORDER, lengthenLists, ORDERS, TREE_ROWS } from '../world/long-lists.ts';
import {
  busyAFrame,
  FRAME_MS,
  newPhone,
  openEmpty,
  shareOver,
  slowDevtools,
  together,
  watchFrames,
  type Watched,
} from './web-frames.ts';
import { BROWSER } from '../../../e2e/src/browser.ts';
import { takeProduct } from './web-pages.ts';

/**
 * B7: the team tree with 5 040 open rows and the order list with 1 000 orders, scrolled on a processor that is four times slower, each flick beside the same one
 * over an empty page; and how long the screen takes to stand again when one comes back to it. `WEB_URL` takes a server that runs already.
 */
/** A frame that is late by half of the next one was missed; the clock of the frames itself is not exact to the millisecond. */
const MISSED_MS = FRAME_MS * 1.5;
/** So many may be missed beyond those of the empty page. */
const MISSED_SHARE = 0.02;
/** What the main thread may do for a frame. */
const BUSY_MS = 10;
const FLICKS = Math.max(6, Number(process.env['ROUNDS'] ?? 6));
const FLICK_PX = 4000;
const PX_PER_SECOND = 2000;
const LOWEST_ROW_PX = 110;
/** As the list has it. */
const BEYOND_PX = 600;

interface Scrolled {
  list: Watched;
  /** The same blocks, put in and taken out by nothing but a script: what the browser alone takes for them. */
  bare: Watched;
  empty: Watched;
  /** Milliseconds from pressing back until rows stand in sight again. */
  backMs: number;
  elements: number;
}

/** Opens what is closed, asks for what is not there, or scrolls on; whether there was something to do. */
const pressEverything = `(() => {
  const closed = document.querySelectorAll('main [role=listitem] button[aria-expanded="false"]');
  const more = [...document.querySelectorAll('main button')].filter((button) => button.textContent === 'Show more' && button.getAttribute('aria-busy') === null);
  const wanted = [...closed, ...more];
  for (const button of wanted) button.click();
  const before = scrollY;
  if (wanted.length === 0) scrollBy(0, innerHeight * 0.9);
  return wanted.length > 0 || scrollY > before;
})()`;
const place = 'Math.round(scrollY)';
/** Which row stands in the middle of the screen, and where exactly. */
const rowInTheMiddle = `(() => { const row = document.elementFromPoint(195, 420)?.closest('[role=listitem]'); return [row?.textContent ?? '', row?.getBoundingClientRect().top ?? 0]; })()`;
const leave = `document.querySelector('header a, nav a[href="/profile"]').click()`;
const rowsInSight = `[...document.querySelectorAll('main [role=listitem]')].some((row) => { const box = row.getBoundingClientRect(); return box.height > 40 && box.top < innerHeight / 2 && box.bottom > innerHeight / 2; })`;

/** Two blocks stand beside those in sight, as in the list: put in and taken out as one scrolls. */
const putInBlocks = `(() => {
  const list = document.querySelector('main [role=list]');
  const [, block] = list.firstElementChild.children;
  const { height } = block.getBoundingClientRect();
  const box = list.cloneNode(false);
  box.style.cssText = 'position: relative; height: ' + list.getBoundingClientRect().height + 'px';
  list.replaceWith(box);
  const top = box.getBoundingClientRect().top + scrollY;
  const shown = new Map();
  const put = () => {
    const from = Math.floor((scrollY - top - ${BEYOND_PX}) / height);
    const to = Math.floor((scrollY + innerHeight - top + ${BEYOND_PX}) / height);
    for (const [place, each] of shown) if (place < from || place > to) { each.remove(); shown.delete(place); }
    for (let place = Math.max(0, from); place <= to; place += 1) {
      if (shown.has(place)) continue;
      const copy = block.cloneNode(true);
      copy.style.cssText = 'position: absolute; width: 100%; left: 0; top: ' + place * height + 'px';
      shown.set(place, copy);
      box.append(copy);
    }
  };
  addEventListener('scroll', put);
  put();
})()`;

const product = await takeProduct();
const browser = await chromium.launch(BROWSER);

const newPage = async (): Promise<Page> => {
  const context = await newPhone(browser);
  const answer = await context.request.post(`${product.url}/api/member/login`, {
    headers: { 'X-Session-Transport': 'cookie', Origin: product.url },
    data: { member_email: 'demo@minerx.test', member_password: 'Demo#2026' },
  });
  mustHold(answer.ok(), `the demo member signs in (${answer.status()})`);
  await context.addInitScript(
    "localStorage.setItem('minerx:session', '1'); sessionStorage.setItem('minerx:announced', '1')",
  );
  const page = await context.newPage();
  await lengthenLists(page);
  return page;
};

const PATIENCE_MS = 60_000;

/** Asks until an expression is true; the page's own policy lets nobody put code into it to wait there. */
const until = async (page: Page, expression: string): Promise<void> => {
  for (const started = Date.now(); (await page.evaluate(expression)) !== true; await page.waitForTimeout(20))
    mustHold(Date.now() - started < PATIENCE_MS, `within a minute: ${expression}`);
};

/** Opens every row that can be opened and loads every page of every level, from the top to the end. */
const openWholeTree = async (page: Page): Promise<void> => {
  await page.goto(`${product.url}/profile/myteam`);
  await page.getByRole('article').first().waitFor();
  for (let still = 0; still < 5;) {
    const pressed = await page.evaluate(pressEverything);
    still = pressed ? 0 : still + 1;
    await page.waitForTimeout(30);
  }
  await page.getByText(LAST_MEMBER, { exact: true }).waitFor();
  const high = Number(await page.evaluate('document.documentElement.scrollHeight'));
  mustHold(high > TREE_ROWS * LOWEST_ROW_PX, `every row of the tree is there (${high} px)`);
};

const loadAllOrders = async (page: Page): Promise<void> => {
  await page.goto(`${product.url}/order`);
  await until(page, `document.querySelectorAll('main [role=listitem]').length > 0`);
  const isWhole = `document.querySelector('main')?.textContent.includes('${LAST_ORDER}') === true`;
  await until(page, `(scrollTo(0, document.documentElement.scrollHeight), ${isWhole})`);
};

const flick = (devtools: CDPSession, px: number): Promise<unknown> =>
  devtools.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 420,
    yDistance: px,
    speed: PX_PER_SECOND,
    gestureSourceType: 'mouse',
    preventFling: true,
  });

/** What a page looks like, without its scripts. */
const drawnOf = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const copy = document.documentElement.cloneNode(true);
    for (const script of copy.querySelectorAll('script, link[rel=modulepreload]')) script.remove();
    return '<!doctype html>' + copy.outerHTML;
  })()`);

/** The same flicks over copies of one block, with no other page beside. */
const scrollBare = async (html: string, high: number): Promise<Watched> => {
  const page = await (await newPhone(browser)).newPage();
  const address = `${product.url}/bare`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(address);
  await page.evaluate(putInBlocks);
  await page.evaluate(`scrollTo(0, ${high / 2})`);
  await page.waitForTimeout(1000);
  const devtools = await slowDevtools(page);
  const seen: Watched[] = [];
  for (let round = 0; round < FLICKS; round += 1)
    seen.push(await watchFrames(devtools, () => flick(devtools, round % 3 === 2 ? FLICK_PX : -FLICK_PX)));
  mustHold((await page.evaluate(rowsInSight)) === true, 'rows stand in sight after a flick');
  await page.context().close();
  return together(seen);
};

/** Flicks through the middle of the list, up and down, in turn with an empty page as high; then leaves the screen and comes back to the same place. */
const scroll = async (page: Page, backTo: string): Promise<Scrolled> => {
  const high = Number(await page.evaluate('document.documentElement.scrollHeight'));
  const beside = await openEmpty(browser, high);
  for (const each of [page, beside]) await each.evaluate(`scrollTo(0, ${high / 2})`);
  await page.waitForTimeout(1000);
  const devtools = await slowDevtools(page);
  const besides = await slowDevtools(beside);
  const [list, empty]: [Watched[], Watched[]] = [[], []];
  for (let round = 0; round < FLICKS; round += 1) {
    const px = round % 3 === 2 ? FLICK_PX : -FLICK_PX;
    const from = Number(await page.evaluate(place));
    list.push(await watchFrames(devtools, () => flick(devtools, px)));
    empty.push(await watchFrames(besides, () => flick(besides, px)));
    const moved = Math.abs(Number(await page.evaluate(place)) - from);
    mustHold(moved > FLICK_PX / 2, `the gesture has moved the list (${moved} px)`);
    mustHold((await page.evaluate(rowsInSight)) === true, 'rows stand in sight after a flick');
  }
  await beside.context().close();
  const drawn = await drawnOf(page);
  const elements = Number(await page.evaluate(`document.querySelectorAll('*').length`));
  // While it moves nothing can be pressed; then the row in the middle can.
  await until(page, `(${rowInTheMiddle})[0] !== ''`);
  await page.waitForTimeout(500);
  const [left, leftAt] = (await page.evaluate(rowInTheMiddle)) as [string, number];
  await page.evaluate(leave);
  await page.waitForURL((url) => !url.pathname.startsWith(backTo));
  await page.waitForTimeout(1000);
  const started = Date.now();
  await page.goBack();
  await until(page, rowsInSight);
  const backMs = Date.now() - started;
  await page.waitForTimeout(1000);
  const [found, foundAt] = (await page.evaluate(rowInTheMiddle)) as [string, number];
  mustHold(found === left, 'back leads to the same row');
  mustHold(Math.abs(foundAt - leftAt) <= 2, `and to its place (${leftAt}, not ${foundAt})`);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto('about:blank');
  return { list: together(list), bare: await scrollBare(drawn, high), empty: together(empty), backMs, elements };
};

const missed = (seen: Watched): number => shareOver(seen, MISSED_MS);
const share = (part: number): string => `${(part * 100).toFixed(1)} %`;
const tell = (name: string, { list, bare, empty, backMs, elements }: Scrolled): string =>
  `${name}: ${share(missed(list))} of ${list.frames.length} frames missed against ${share(missed(empty))} (its blocks by a bare script ${share(missed(bare))}), median ${format(median(list.frames))} ms, ` +
  `p99 ${format(percentile(list.frames, 0.99))} ms, longest ${format(Math.max(...list.frames))} ms; main thread ${format(busyAFrame(list))} ms a frame against ` +
  `${format(busyAFrame(empty))} ms; back in ${format(backMs)} ms; ${elements} elements`;
const isSmooth = ({ list, empty }: Scrolled): boolean =>
  missed(list) <= missed(empty) + MISSED_SHARE && busyAFrame(list) <= BUSY_MS;

try {
  const tree = await newPage();
  await openWholeTree(tree);
  const inTree = await scroll(tree, '/profile/myteam');
  console.log(tell('tree', inTree));
  await tree.context().close();
  const list = await newPage();
  await loadAllOrders(list);
  const inList = await scroll(list, '/order');
  console.log(tell('orders', inList));

  const measured = {
    id: 'B7',
    work: `team tree with ${TREE_ROWS} open rows, order list with ${ORDERS} orders: scrolled at ${PX_PER_SECOND} px a second, processor four times slower`,
    reference: 'an empty page as high, flicked in turn',
    goal: `at most ${MISSED_SHARE * 100} % of the frames over ${format(FRAME_MS)} ms missed beyond the empty page's; main thread ≤ ${BUSY_MS} ms a frame`,
    measured: [
      tell('tree', inTree),
      tell('orders', inList),
      `load of the machine meanwhile ${loadavg()[0]!.toFixed(0)} on ${cpus().length} cores`,
    ],
    reached: isSmooth(inTree) && isSmooth(inList),
  };
  if (process.env['DRY'] === undefined) row(measured);
} finally {
  await browser.close();
  await product.stop();
}

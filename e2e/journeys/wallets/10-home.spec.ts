import { succeed } from '../../src/call.ts';
import { expect, test } from '../../src/journey.ts';
import { DEMO, register, tokenOf } from '../../src/member.ts';
import { button, heading, scrollTo, signIn, stopClock } from '../../src/screen.ts';
import { open, settled } from '../../src/screens.ts';
import { words } from '../../src/words.ts';
import { operator } from '../../src/world.ts';
import type { Locator, Page } from '@playwright/test';

const CYCLES = [
  { name: 'LP1', price: '0.10', start: '15 Dec 2024' },
  { name: 'LP2', price: '0.12', start: '15 Jan 2025' },
  { name: 'LP3', price: '0.18', start: '15 Mar 2025' },
  { name: 'LP4', price: '0.50', start: '15 May 2025' },
] as const;
const TILES = 28;

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });

/** What the dial says while a cycle is at its top. */
const expectCycle = async (page: Page, at: number): Promise<void> => {
  const { name, price, start } = CYCLES[at]!;
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
  const panel = page.getByRole('tabpanel', { name });
  await expect(panel.getByText(price, { exact: true })).toBeVisible();
  await expect(panel.getByText(start, { exact: true })).toBeVisible();
  await expect(panel.getByText(words('home.cycle.inactive'), { exact: true })).toBeVisible();
};

/** How far the disc stands turned, in degrees. */
const turned = (page: Page): Promise<number> =>
  page.getByRole('tabpanel').evaluate((panel) => {
    const disc = panel.querySelector<HTMLElement>('[style*="--turn"]');
    return Number.parseFloat(disc?.style.getPropertyValue('--turn') ?? 'NaN');
  });

/** The disc, as soon as it can be turned. */
const toDial = async (page: Page): Promise<Locator> => {
  const disc = page.getByRole('tabpanel').locator('[style*="--turn"]');
  await scrollTo(disc);
  return disc;
};

// proves 2: / dial with four tabs, a quarter turn each
test('the dial turns a quarter with each tab and key, the shortest way, and says price, start and status', async ({
  page,
}) => {
  await signIn(page, DEMO);
  await toDial(page);
  await expectCycle(page, 0);
  expect(await turned(page)).toBe(0);

  await tab(page, 'LP2').click();
  await expectCycle(page, 1);
  expect(await turned(page)).toBe(-90);

  await page.keyboard.press('ArrowRight');
  await expectCycle(page, 2);
  await page.keyboard.press('End');
  await expectCycle(page, 3);
  // From the last to the first it goes on, not back.
  await page.keyboard.press('ArrowRight');
  await expectCycle(page, 0);
  expect(await turned(page)).toBe(-360);
  await page.keyboard.press('ArrowLeft');
  await expectCycle(page, 3);
  await page.keyboard.press('Home');
  await expectCycle(page, 0);

  // Why none of them is active: what they are for is closed.
  const staking = page.getByRole('link', { name: words('staking.banner') });
  await expect(staking).toContainText(words('staking.banner.closed'));
  await staking.click();
  await expect(page).toHaveURL('/profile/staking');
});

test('a swipe turns the dial to the next cycle and back, and a short one leaves it where it is', async ({ page }) => {
  await signIn(page, DEMO);
  const dial = await toDial(page);
  const box = (await dial.boundingBox())!;
  const swipe = async (way: number) => {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 10; step += 1) await page.mouse.move(x + (way * step) / 10, y);
    // A hand that rests before it lets go flicks nothing.
    await page.waitForTimeout(150);
    await page.mouse.up();
  };
  await swipe(-130);
  await expectCycle(page, 1);
  await swipe(-130);
  await expectCycle(page, 2);
  await swipe(130);
  await expectCycle(page, 1);
  await swipe(-30);
  await expectCycle(page, 1);
});

// proves 2: / grid of 28 tiles that take turns
// proves 9: 28 tiles, 4 rows of 7
// proves 9: 1 s fade of a tile
test('28 tiles show the collection, take turns, and stand still when they are told to', async ({ page }) => {
  const { nft } = await succeed('member/dashboard', { method: 'GET', accessToken: await tokenOf(DEMO) });
  const names = (nft as { nft_name: string }[]).map(({ nft_name }) => nft_name);
  await page.clock.install();
  await signIn(page, DEMO);
  const tiles = page.getByRole('list', { name: words('home.nft') }).getByRole('listitem');
  await scrollTo(tiles.last());
  await expect(tiles).toHaveCount(TILES);
  await stopClock(page);
  const shown = () => tiles.locator('img:last-child').evaluateAll((all) => all.map((img) => img.getAttribute('alt')));
  const first = await shown();
  expect(new Set(first).size).toBe(TILES);
  for (const name of first) expect(names).toContain(name);
  // The longest that a tile keeps its picture is 35 s.
  await expect(async () => {
    await page.clock.runFor(1000);
    expect(await shown(), 'a tile takes another picture').not.toEqual(first);
  }).toPass({ intervals: [100], timeout: 30_000 });
  // The new picture lies over the old one and fades in for a second.
  const coming = tiles.locator('img:nth-child(2)').first();
  expect(await coming.evaluate((img) => getComputedStyle(img).animationDuration)).toBe('1s');

  await button(page, 'home.nft.pause').click();
  await expect(button(page, 'home.nft.play')).toBeVisible();
  const still = await shown();
  await page.clock.runFor(36_000);
  expect(await shown()).toEqual(still);

  await page
    .getByRole('heading', { name: words('home.nft') })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL('/home/nft');
});

test('with reduced motion no tile changes by itself and the dial stands at once', async ({ newPhone }) => {
  const page = await newPhone({ reducedMotion: 'reduce' });
  await signIn(page, DEMO);
  await scrollTo(button(page, 'home.nft.play'));
  const disc = await toDial(page);
  await tab(page, 'LP2').click();
  const duration = await disc.evaluate((element) => Number.parseFloat(getComputedStyle(element).transitionDuration));
  expect(duration).toBeLessThan(0.001);
});

test('every highlighted pair of the market stands there whole, on one line each', async ({ page }) => {
  const { symbol } = await succeed('symbol/all', { method: 'GET' });
  const highlighted = (symbol as { symbol_name: string; symbol_highlight: boolean }[]).filter(
    ({ symbol_highlight }) => symbol_highlight,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, DEMO);
  const market = page.locator('section').filter({ has: page.getByRole('heading', { name: words('market.title') }) });
  await scrollTo(market);
  const rows = market.getByRole('listitem');
  await expect(rows).toHaveCount(highlighted.length);
  for (const [place, { symbol_name: pair }] of highlighted.entries()) {
    await expect(rows.nth(place)).toContainText(pair.replace(/USDT$/, ''));
    await expect(rows.nth(place).getByText(/USDT$/).first()).toBeInViewport({ ratio: 1 });
    expect((await rows.nth(place).boundingBox())!.height).toBeLessThan(48);
  }
});

test('that this is a demo is said once, by its ribbon', async ({ page }) => {
  await signIn(page, DEMO);
  const news = page.getByRole('main').getByText(/01:00 UTC/);
  await scrollTo(news);
  await expect(page.getByText(words('common.demo'), { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(/demo(?:nstration)?:/i)).toHaveCount(0);
});

// proves 2: / links to the orders, the blessings and the collection, booster cards
test('home leads to the boosters, the orders, the blessings, the collection and the notices', async ({ page }) => {
  await signIn(page, DEMO);
  const ways = [
    [/^X1\b.*1,000/, '/miner/purchase'],
    [/^X2 MAX.*10,000/, '/miner/purchase2'],
    [words('home.orders'), '/order'],
    [words('home.blessings'), '/duitraya'],
    [words('home.redeem'), '/miner/redeem'],
    [new RegExp(words('common.title.notices')), '/profile/notification'],
  ] as const;
  for (const [name, path] of ways) {
    await open(page, '/');
    await page.getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(path);
  }
});

test('a tap whose screen is still on its way is answered at once by a line', async ({ page }) => {
  await signIn(page, DEMO);
  await settled(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: words('home.redeem') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-going');
  await expect(page).toHaveURL('/miner/redeem');
  release();
  await expect(heading(page, words('common.title.redeem'))).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-going');
});

// proves 2: /profile: total with hide toggle, eight asterisks
test('the total is hidden by eight asterisks, here and in the profile', async ({ page }) => {
  await signIn(page, DEMO);
  await settled(page);
  // The total, and what of it we issued.
  const shown = page.getByText(/^\$[\d,]+\.\d\d$/);
  const hidden = page.getByText('********', { exact: true });
  await expect(shown).toHaveCount(2);
  await button(page, 'common.hideAmounts').click();
  // And what yesterday brought.
  await expect(hidden).toHaveCount(3);
  await open(page, '/profile');
  await expect(hidden).toHaveCount(2);
  await expect(shown).toHaveCount(0);
  await button(page, 'common.showAmounts').click();
  await expect(shown).toHaveCount(2);
});

// proves 2: /home/nft
// proves 7: nft/collection
test('the page about the collection says how many there are, where the contracts live and where they are traded', async ({
  page,
}) => {
  await signIn(page, DEMO);
  await open(page, '/home/nft');
  await expect(heading(page, 'AOG NFTs')).toBeVisible();
  await expect(page.getByText('11,300')).toBeVisible();
  const parts = page.getByRole('list', { name: words('collection.parts') }).getByRole('listitem');
  await expect(parts).toHaveText([/10,000$/, /1,000$/, /300$/]);

  const { collection } = await succeed('nft/collection', { method: 'GET', accessToken: await tokenOf(DEMO) });
  const contracts = collection as { collection_id: string; contract_address: string }[];
  expect(contracts.map(({ collection_id }) => collection_id)).toEqual(['legendary', 'super_rare']);
  for (const { contract_address: address } of contracts) await expect(page.getByText(address).first()).toBeAttached();
  await expect(page.getByText('BEP-721', { exact: true })).toHaveCount(contracts.length);
  // In a world that is simulated as a whole one ribbon says so, not a badge for each.
  await expect(page.getByText(words('common.demo'), { exact: true })).toBeVisible();
  await expect(page.getByText(words('common.simulated'), { exact: true })).toHaveCount(0);

  const markets = page.getByRole('main').locator('a[target="_blank"]');
  await expect(markets).toHaveCount(contracts.length);
  for (const market of await markets.all()) {
    await expect(market).toHaveAttribute('rel', /noopener/);
    await expect(market).toHaveAttribute('href', /^https:/);
  }
  await page.getByRole('link', { name: words('collection.mine') }).click();
  await expect(page).toHaveURL('/profile/nft');
  await open(page, '/home/nft');
  await page.getByRole('link', { name: words('common.back') }).click();
  await expect(page).toHaveURL('/');
});

// proves 2: /profile: rank, links
test('the profile names its member and leads everywhere', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, DEMO);
  await open(page, '/profile');
  await expect(page.getByRole('heading', { level: 2, name: 'aisyahdemo' })).toBeVisible();
  await expect(page.getByRole('img', { name: words('profile.crown') })).toHaveCount(0);
  await button(page, 'common.copy').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('DEMO2026');
  const ways = [
    ['common.title.asset', '/asset'],
    ['staking.banner', '/profile/staking'],
    ['profile.nft', '/profile/nft'],
    ['security.title', '/profile/security'],
    ['profile.withdrawal', '/profile/withdrawalDetails'],
    ['team.referral.title', '/profile/referral'],
    ['team.title', '/profile/myteam'],
    ['common.title.notices', '/profile/notification'],
    ['announcement.title', '/profile/announcement'],
    ['ticket.title', '/profile/helpcenter'],
  ] as const;
  for (const [key, path] of ways) {
    await open(page, '/profile');
    const link = page.getByRole('main').getByRole('link', { name: words(key) });
    await link.first().click();
    await expect(page).toHaveURL(path);
  }
});

// proves 2: /profile: crown for rank 2
test('who is given rank 2 by an operator wears the crown, and so does every rank above', async ({ page }) => {
  const member = await register();
  await signIn(page, member, '/profile');
  const crown = page.getByRole('img', { name: words('profile.crown') });
  await expect(page.getByText(words('profile.referralCode'))).toBeVisible();
  await expect(crown).toHaveCount(0);
  for (const [id, name, crowned] of [
    [1, 'Journey Silver', false],
    [2, 'Journey Gold', true],
    [3, 'Journey Platinum', true],
  ] as const) {
    await operator('rank', 'set', '--id', String(id), '--name', name, '--member', member.email, '--reason', 'journey');
    await open(page, '/profile');
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(crown).toHaveCount(crowned ? 1 : 0);
  }
});

test('pulling the screen down at its top asks for its figures again', async ({ page }) => {
  await signIn(page, DEMO);
  await settled(page);
  const pull = (pixels: number): Promise<void> =>
    page.evaluate((way) => {
      const place = document.querySelector('main')!;
      const touch = (clientY: number) => new Touch({ identifier: 1, target: place, clientX: 100, clientY });
      const send = (type: string, touches: Touch[]) =>
        place.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: touches }));
      send('touchstart', [touch(100)]);
      for (const part of [0.25, 0.5, 1]) send('touchmove', [touch(100 + way * part)]);
      send('touchend', []);
    }, pixels);
  let asked = 0;
  page.on('request', (request) => (asked += request.url().endsWith('/api/wallet/all') ? 1 : 0));
  await pull(60);
  expect(asked).toBe(0);
  await pull(160);
  await expect.poll(() => asked).toBe(1);
});

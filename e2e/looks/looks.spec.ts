import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { crowded } from '../src/seen/crowded.ts';
import { cutTexts } from '../src/seen/cut-texts.ts';
import { ownWords, SPOKEN } from '../src/seen/own-words.ts';
import { expectRoom, LARGE } from '../src/seen/room.ts';
import { expect, test, type NewPhone } from '../src/journey.ts';
import { DEMO, register, type Member } from '../src/member.ts';
import { showManyOrders } from '../src/many-orders.ts';
import { issue, nftsOf } from '../src/nfts.ts';
import { resetSecrets } from '../src/reset.ts';
import { chooseLanguage } from '../src/screen.ts';
import {
  detailScreens,
  endedOrderScreen,
  MEMBER_SCREENS,
  open,
  settled,
  turnTo,
  VISITOR_SCREENS,
} from '../src/screens.ts';
import type { WireLanguage } from '@minerx/rules/wire-language';
import { catalogue } from '../src/words.ts';
import { worldTime } from '../src/world.ts';
import { isAlike, lookAlike } from './alike.ts';
import { baseline, difference, keep, looksLike, stays } from './look.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];
const SMALLEST = { width: 320, height: 640 };
const WITH_BASELINES = ['en', 'gr', 'th', 'zh'] satisfies WireLanguage[];
const READ_TO_THE_END: WireLanguage[] = ['gr', 'th', 'vi', 'zh'];
/** Fields are drawn otherwise in the light; these screens have one of each kind. */
const LIGHT_FORMS = [
  '/login',
  '/signup',
  '/asset/spot/withdraw',
  '/asset/spot/swap',
  '/asset/spot/deposit',
  '/profile/security',
  '/profile/helpcenter',
];
const IN_LIGHT: WireLanguage[] = ['en', 'gr'];
/** What tells most of its truth further down than a phone shows at once. */
const LONG = ['/miner/purchase', '/dashboard'];
const BELOW = '/below';
const LOOKED_AT: WireLanguage[] = ['en', 'gr', 'th', 'vi', 'zh'];
const TAKES_NEW = process.env['UPDATE_LOOKS'] === '1';
const BASELINES = join(import.meta.dirname, 'baselines');

/** The QR code of the invitation holds the address of this world. */
const ADDRESS_IN_SQUARES = 'svg[shape-rendering="crispEdges"]';

/** A moving picture has many looks. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const nameOf = (screen: string): string =>
  screen.replace(/^\//, '').replaceAll('/', '-').replaceAll(/[{}]/g, '') || 'home';

/** Letters and pictures are there, and the screen has answered to its size. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const near = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(near.map((image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

type Theme = 'dark' | 'light';

const lookAt = async (page: Page, language: WireLanguage, screen: string, theme: Theme = 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    if (screen.endsWith(BELOW)) await page.evaluate(() => scrollTo({ top: innerHeight, behavior: 'instant' }));
    await drawn(page);
    const picture = await page.screenshot({
      animations: 'disabled',
      caret: 'hide',
      mask: [page.locator(ADDRESS_IN_SQUARES)],
    });
    const folder = `${language}-${size.width}x${size.height}${theme === 'light' ? '-light' : ''}`;
    const file = join(BASELINES, folder, `${nameOf(screen)}.webp`);
    const kept = baseline(file);
    if (TAKES_NEW) {
      if (kept === null || !(await stays(picture, kept))) await keep(file, picture);
      continue;
    }
    const name = `${screen} in ${language}, ${theme}, at ${size.width}×${size.height}`;
    expect.soft(kept, `${name} has a baseline`).not.toBeNull();
    if (kept === null || (await looksLike(picture, kept))) continue;
    await test.info().attach(name, { body: picture, contentType: 'image/png' });
    const share = await difference(picture, kept);
    expect.soft(share, `${name} looks different in ${(share * 100).toFixed(1)} % of its pixels`).toBe(0);
  }
};

const readToTheEnd = async (page: Page, screen: string): Promise<void> => {
  for (const size of [...SIZES, SMALLEST]) {
    await page.setViewportSize(size);
    await drawn(page);
    expect.soft(await cutTexts(page), `${screen} at ${size.width} px`).toEqual([]);
    if (size.width <= 360) expect.soft(await crowded(page), `${screen} at ${size.width} px`).toEqual([]);
  }
  await page.setViewportSize(SIZES[0]!);
};

/** One who speaks a language and looks at screens in it. */
class Visit {
  readonly page: Page;
  readonly language: WireLanguage;
  readonly say: (key: string) => string;

  constructor(page: Page, language: WireLanguage) {
    this.page = page;
    this.language = language;
    const texts = catalogue(language);
    this.say = (key) => texts[key] ?? `no text ${key}`;
  }

  get hasBaselines(): boolean {
    return (WITH_BASELINES as WireLanguage[]).includes(this.language);
  }

  async begin(): Promise<void> {
    await this.page.clock.setSystemTime(worldTime());
    await open(this.page, '/login');
    if (this.language !== 'en') await chooseLanguage(this.page, 'en', this.language);
  }

  async signIn({ email, password }: Member): Promise<void> {
    const { page, say } = this;
    await page.goto('/login');
    await page.getByLabel(say('session.email'), { exact: true }).fill(email);
    await page.getByLabel(say('session.password'), { exact: true }).fill(password);
    await this.press('session.signIn');
    await settled(page);
  }

  press(key: string): Promise<void> {
    return this.page
      .getByRole('button', { name: this.say(key), exact: true })
      .first()
      .click();
  }

  /** Looks at what is open now. */
  async look(name: string): Promise<void> {
    const { page, language } = this;
    // To a visitor it comes after the screen.
    await expect(page.getByText(this.say('common.demo'), { exact: true })).toBeVisible();
    if (this.hasBaselines) await lookAt(page, language, name);
    if (READ_TO_THE_END.includes(language)) await readToTheEnd(page, name);
    if (LIGHT_FORMS.includes(name) && IN_LIGHT.includes(language)) {
      await lookAt(page, language, name, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
    }
  }

  async open(path: string, name = path): Promise<void> {
    await this.page.setViewportSize(SIZES[0]!);
    // Loading the app anew costs more than all looks at a screen. What has answers of its own must not show those kept from another.
    await (this.language === 'en' || isAlike(path) ? open : turnTo)(this.page, path);
    // What is live has its first figure.
    await expect(this.page.getByText(this.say('order.connecting'), { exact: true })).toHaveCount(0);
    await expect(this.page.getByText(this.say('order.initiating'), { exact: true })).toHaveCount(0);
    // It comes with a late answer: a look is taken without it.
    if (path === '/duitraya') await this.page.getByRole('alertdialog').getByRole('button').last().click();
    await this.look(name);
    if (!LONG.includes(path) || !this.hasBaselines) return;
    await lookAt(this.page, this.language, path + BELOW);
    await this.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  }
}

/** Who cannot withdraw anything, and whose mail freezes an account. */
interface Reset {
  held: Member;
  nftId: string;
  freezePath: string;
}

const resetSomebody = async (): Promise<Reset> => {
  const held = await register();
  await issue(held);
  const { member } = await resetSecrets(held);
  const [nft] = await nftsOf(member);
  const { freezeLink } = await resetSecrets(await register());
  return { held: member, nftId: nft!.id, freezePath: new URL(freezeLink).pathname };
};

const lookAfterReset = async (newPhone: NewPhone, language: WireLanguage, afterReset: Reset): Promise<void> => {
  const visit = new Visit(await newPhone(), language);
  await visit.begin();
  await visit.signIn(afterReset.held);
  await visit.open(`/profile/nft/withdraw/${afterReset.nftId}`, 'held/nft-withdraw');
  await visit.open('/profile/withdrawalDetails', 'held/withdrawalDetails');

  // The link again, after the account was frozen, says the same.
  const frozen = new Visit(await newPhone(), language);
  await frozen.begin();
  for (const [path, name] of [
    ['/freezeAccount/0123456789abcdef', 'frozen/not'],
    [afterReset.freezePath, 'frozen'],
  ] as const) {
    await open(frozen.page, path);
    await frozen.press('session.freeze.button');
    await expect(frozen.page.getByRole('alertdialog')).toBeVisible();
    await frozen.look(name);
    await frozen.page.setViewportSize(SIZES[0]!);
    await frozen.page.getByRole('alertdialog').getByRole('button').last().click();
  }
};

type Read = (page: Page, screen: string) => Promise<void>;

/** What is read of a screen besides its look, where somebody is there already: its words, and German, which has the longest, however large. */
const readingOf = async (language: WireLanguage): Promise<Read> => {
  const speaks = (SPOKEN as WireLanguage[]).includes(language) ? await ownWords(language) : null;
  return async (page, screen) => {
    await speaks?.(page, screen);
    if (language === 'gr') await expectRoom(page, screen, LARGE);
  };
};

for (const language of LOOKED_AT) {
  test(`every screen in ${language}`, async ({ page }) => {
    if (language === 'gr') test.slow();
    const visit = new Visit(page, language);
    const read = await readingOf(language);
    const visitAndRead = async (screen: string): Promise<void> => {
      await visit.open(screen);
      await read(page, screen);
    };
    await visit.begin();
    for (const screen of VISITOR_SCREENS) await visitAndRead(screen);
    await visit.signIn(DEMO);
    for (const screen of MEMBER_SCREENS) await lookAlike(page, screen, () => visitAndRead(screen));
    for (const { name, path } of await detailScreens()) {
      await visit.open(path, name);
      if (language === 'gr') await expectRoom(page, path, LARGE);
    }
  });
}

// Afterwards: new members would stand in the demo member's team.
test('what is held and frozen after a reset, in every language', async ({ newPhone }) => {
  const afterReset = await resetSomebody();
  for (const language of LOOKED_AT) await lookAfterReset(newPhone, language, afterReset);
});

/** What stands over a screen, or in its place, on the way of a member. */
const lookOnTheWay = async (page: Page, language: WireLanguage): Promise<void> => {
  const visit = new Visit(page, language);
  await visit.begin();
  await visit.signIn(DEMO);
  const dialog = page.getByRole('dialog');
  const lookAtDialog = async (name: string): Promise<void> => {
    await expect(dialog).toBeVisible();
    // What it offers may be pressed: nothing in it is still asked for.
    for (const button of await dialog.getByRole('button').all()) await expect(button).toBeEnabled();
    // None of them is pointed at.
    await page.mouse.move(1, 1);
    await visit.look(name);
  };
  await showManyOrders(page, 20, 0);
  await open(page, '/order');
  await visit.look('order/many');
  await page.unrouteAll({ behavior: 'wait' });
  await showManyOrders(page, 20, 3);
  await open(page, '/order');
  await visit.press('order.activateAll');
  await lookAtDialog('order/activate-all');
  await page.unrouteAll({ behavior: 'wait' });

  await open(page, '/miner/purchase');
  await page.getByLabel(visit.say('miner.pin'), { exact: true }).fill(DEMO.pin);
  await visit.press('miner.subscribe');
  await lookAtDialog('miner/purchase/review');
  await open(page, '/miner/purchase2');
  await page.getByLabel(visit.say('miner.pin'), { exact: true }).fill(DEMO.pin);
  await visit.press('miner.subscribe');
  // There is no stock: how it waits is agreed to first.
  await visit.press('miner.waiting.accept');
  await expect(page.getByRole('dialog', { name: visit.say('miner.review') })).toBeVisible();
  await lookAtDialog('miner/purchase2/review');

  await open(page, await endedOrderScreen());
  await page.getByRole('main').getByRole('list').getByRole('button').first().click();
  await lookAtDialog('order/receipts/receipt');

  const maintenance = { maintenance: true, under_maintenance_title: '', under_maintenance_message: '' };
  await page.route('**/api/system/maintenance', (route) => route.fulfill({ json: { result: maintenance } }));
  await page.goto('/maintenance');
  await settled(page);
  await visit.look('maintenance');
  await page.unrouteAll({ behavior: 'wait' });
};

test('what comes on the way: reviews, a receipt, many orders, maintenance, the first day', async ({ newPhone }) => {
  const newcomer = await register();
  for (const language of WITH_BASELINES) {
    await lookOnTheWay(await newPhone(), language);
    const first = new Visit(await newPhone(), language);
    await first.begin();
    await first.signIn(newcomer);
    await first.open('/', 'home/newcomer');
  }
});

test('a button that went and a box that moved are noticed', async ({ page }) => {
  await open(page, '/welcome');
  await expect(page.getByRole('complementary')).toBeVisible();
  await drawn(page);
  const before = await page.screenshot({ animations: 'disabled' });
  expect(await looksLike(await page.screenshot({ animations: 'disabled' }), before)).toBe(true);
  await page
    .getByRole('link')
    .last()
    .evaluate((button) => button.remove());
  expect(await looksLike(await page.screenshot({ animations: 'disabled' }), before)).toBe(false);
});

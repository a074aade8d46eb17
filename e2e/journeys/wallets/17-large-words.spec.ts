import type { Page } from '@playwright/test';
import { LANGUAGES, type WireLanguage } from '@minerx/rules/wire-language';
import { expect, test, type NewPhone } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { detailScreens, MEMBER_SCREENS, open, settled, turnTo, VISITOR_SCREENS } from '../../src/screens.ts';
import { crowded } from '../../src/seen/crowded.ts';
import { cutTexts } from '../../src/seen/cut-texts.ts';
import { catalogue } from '../../src/words.ts';

/** So high that every part is drawn and every row of a list, not those alone that happen to be in sight. */
const HIGH = 3000;
const MORE_SCREENS = ['/asset/spot/transaction/1'];

interface Look {
  width: number;
  /** Size of the text. */
  size: string;
  /** The widest typeface that a device may have, in place of ours. */
  wide?: true;
}

const SMALLEST: Look = { width: 320, size: '100%' };
const SMALL: Look = { width: 360, size: '100%' };
/** German has the longest words of the ten languages: it is looked at in every way, at 360 px by the looks, which read Vietnamese, Thai and simplified Chinese too. */
const LOOKS: Partial<Record<WireLanguage, readonly Look[]>> = {
  gr: [SMALLEST, { width: 320, size: '200%' }, { width: 320, size: '100%', wide: true }],
  es: [SMALLEST],
  pt: [SMALLEST],
  my: [SMALLEST],
  // Their words may end a line anywhere, their figures nowhere.
  ch: [SMALL, SMALLEST],
  kr: [SMALL, SMALLEST],
};

const phoneOf = (newPhone: NewPhone, language: WireLanguage): Promise<Page> =>
  newPhone({ locale: LANGUAGES[language].locale, viewport: { width: 320, height: HIGH } });

const signInAsDemo = async (page: Page, language: WireLanguage): Promise<void> => {
  const say = catalogue(language);
  await page.goto('/login');
  await page.getByLabel(say['session.email']!, { exact: true }).fill(DEMO.email);
  await page.getByLabel(say['session.password']!, { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: say['session.signIn']!, exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
};

const drawAs = async (page: Page, { width, size, wide }: Look): Promise<void> => {
  await page.setViewportSize({ width, height: HIGH });
  await page.locator('html').evaluate(
    (root, { size, family }) => {
      root.style.setProperty('font-size', size);
      root.style.setProperty('--font-sans', family);
    },
    { size, family: wide ? '"DejaVu Sans", Verdana' : '' },
  );
  await settled(page);
};

const soon = expect.configure({ soft: true, timeout: 3000 });

const expectRoom = async (page: Page, path: string, look: Look): Promise<void> => {
  await drawAs(page, look);
  const name = `${path} at ${look.width} px and ${look.size}${look.wide ? ' in a wide typeface' : ''}`;
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(look.width);
  // A list that has just become narrower takes its new height with the next frame.
  await soon.poll(() => cutTexts(page), name).toEqual([]);
  // Twice as large, the longest words of a text end where the screen does; those of a wallet have room.
  const allows = look.size === '100%' || path.startsWith('/asset') ? /^$/ : /^broken/;
  const found = look.wide ? [] : (await crowded(page)).filter((each) => !allows.test(each));
  expect.soft(found, name).toEqual([]);
};

for (const [code, looks] of Object.entries(LOOKS)) {
  const language = code as WireLanguage;
  test(`every screen in ${LANGUAGES[language].label} has room for its words and figures at 320 px`, async ({
    newPhone,
  }) => {
    test.slow();
    const page = await phoneOf(newPhone, language);
    const look = async (path: string): Promise<void> => {
      await turnTo(page, path);
      for (const each of looks) await expectRoom(page, path, each);
    };
    await open(page, '/login');
    for (const path of VISITOR_SCREENS) await look(path);
    await signInAsDemo(page, language);
    const details = (await detailScreens()).map(({ path }) => path);
    for (const path of [...MEMBER_SCREENS, ...MORE_SCREENS, ...details]) await look(path);
  });
}

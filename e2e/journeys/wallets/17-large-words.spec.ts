import type { Page } from '@playwright/test';
import { LANGUAGES, type WireLanguage } from '@minerx/rules/wire-language';
import { expect, test, type NewPhone } from '../../src/journey.ts';
import { DEMO } from '../../src/member.ts';
import { detailScreens, MEMBER_SCREENS, open, turnTo, VISITOR_SCREENS } from '../../src/screens.ts';
import { READ_WITH_LOOKS } from '../../src/seen/own-words.ts';
import { expectRoom, HIGH, LARGE, SMALL, SMALLEST } from '../../src/seen/room.ts';
import { catalogue } from '../../src/words.ts';

const MORE_SCREENS = ['/asset/spot/transaction/1'];

/** German has the longest words of the ten languages: what the looks come to is read there in every way, and Vietnamese, Thai and simplified Chinese with it. */
const LOOKS = {
  gr: LARGE,
  es: [SMALLEST],
  pt: [SMALLEST],
  my: [SMALLEST],
  // Their words may end a line anywhere, their figures nowhere.
  ch: [SMALL, SMALLEST],
  kr: [SMALL, SMALLEST],
} satisfies Partial<Record<WireLanguage, typeof LARGE>>;

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

for (const [code, looks] of Object.entries(LOOKS)) {
  const language = code as WireLanguage;
  test(`every screen in ${LANGUAGES[language].label} has room for its words and figures at 320 px`, async ({
    newPhone,
  }) => {
    test.slow();
    const page = await phoneOf(newPhone, language);
    // German by the looks, but for an alert that they close.
    const isReadHere = (path: string): boolean =>
      language !== 'gr' || path === '/duitraya' || !READ_WITH_LOOKS.includes(path);
    const look = async (path: string): Promise<void> => {
      await turnTo(page, path);
      await expectRoom(page, path, looks);
    };
    await open(page, '/login');
    for (const path of VISITOR_SCREENS.filter(isReadHere)) await look(path);
    await signInAsDemo(page, language);
    const details = language === 'gr' ? [] : (await detailScreens()).map(({ path }) => path);
    for (const path of [...MEMBER_SCREENS.filter(isReadHere), ...MORE_SCREENS, ...details]) await look(path);
  });
}

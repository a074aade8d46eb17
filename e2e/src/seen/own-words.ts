import { expect, type Page } from '@playwright/test';
import { LANGUAGES, type WireLanguage } from '@minerx/rules/wire-language';
import { succeed } from '../call.ts';
import { DEMO, tokenOf } from '../member.ts';
import { MEMBER_SCREENS, VISITOR_SCREENS } from '../screens.ts';
import { leftInEnglish } from './left-in-english.ts';
import { seenTexts } from './seen-texts.ts';

/** Languages whose every screen is read for words of another. */
export const SPOKEN = ['gr', 'th', 'zh'] satisfies WireLanguage[];

/** Screens whose words are read while their looks are taken: coming to them once more would cost more than reading. */
export const READ_WITH_LOOKS: readonly string[] = [...VISITOR_SCREENS, ...MEMBER_SCREENS];

/** What members and operators wrote. */
const NAMES = [
  DEMO.email,
  'Aisyah Demo',
  'aisyahdemo',
  'DEMO2026',
  'Testnet 31337',
  'NFT Market',
  // Where a price came from, as the receipt keeps it.
  'market',
  'BTCUSDT',
];

/** Usernames of the demo member's first level, page after page. */
const teamNames = async (): Promise<string[]> => {
  const accessToken = await tokenOf(DEMO);
  const names: string[] = [];
  for (let next: unknown = ''; typeof next === 'string';) {
    const page = await succeed(`member/myteam/search${next && `?after=${next}`}`, { method: 'GET', accessToken });
    names.push(...(page['data'] as { member_username: string }[]).map(({ member_username }) => member_username));
    next = page['next'];
  }
  return names;
};

/** Reads screens of the demo member in a language: each says all it says in it. */
export const ownWords = async (language: WireLanguage): Promise<(page: Page, screen: string) => Promise<void>> => {
  const names = [...NAMES, ...(await teamNames())];
  const { label, locale } = LANGUAGES[language];
  return async (page, screen) => {
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    const foreign = leftInEnglish(await seenTexts(page), language, names);
    expect.soft(foreign, `${screen} in ${label}`).toEqual([]);
  };
};

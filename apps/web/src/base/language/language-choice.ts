import type { languageModify } from '@minerx/contract/member';
import { chooseLanguage } from '../../i18n/texts.ts';
import type { WireLanguage } from '@minerx/rules/wire-language';
import { callOf, request } from '../api.ts';
import { hasSession } from '../session.ts';

/** A choice that the server has not heard yet: made before signing in, or without a network. */
const UNTOLD = 'minerx:language-untold';

const modify = callOf<typeof languageModify>('POST', 'member/language', 'member');

/** Switches the screens to a language, and the member's mails as soon as the server can be told. */
export async function makeLanguageChoice(language: WireLanguage): Promise<void> {
  await chooseLanguage(language);
  localStorage.setItem(UNTOLD, language);
  void tellLanguageChoice();
}

/** Tells the server what was chosen on this device since it last heard; once more with the next sign-in when it cannot. */
export async function tellLanguageChoice(): Promise<void> {
  const language = localStorage.getItem(UNTOLD);
  if (language === null || !hasSession()) return;
  try {
    await request(modify, { body: { language } });
    if (localStorage.getItem(UNTOLD) === language) localStorage.removeItem(UNTOLD);
  } catch {
    addEventListener('online', () => void tellLanguageChoice(), { once: true });
  }
}

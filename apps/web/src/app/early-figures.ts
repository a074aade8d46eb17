import type { ResultOf } from '@minerx/contract/call';
import type { memberProfile } from '@minerx/contract/profile';
import type { walletAll } from '@minerx/contract/wallet';
import type { Units } from '@minerx/rules/money';
import { dollarOf, formatsOf, isWireLanguage } from '@minerx/rules/wire-language';
import { ABOUT, formatUnits, formatUsd, HIDDEN } from '@minerx/ui/amount-text';
import { balancesOf } from '../features/wallet/balances.ts';
import { listedOf } from '../features/wallet/split-total.ts';

/**
 * A script of index.html (build/early-html.ts): while the app's own travel it writes the member's total into the shell of home and of the
 * wallets, and there what each of the six holds, out of the answers that came with the page. They are the app's sums in the app's
 * writing; the app then draws them anew.
 */

/** The app takes each answer once: it is left a copy. */
async function resultOf(path: string): Promise<unknown> {
  const answer = await window.minerxEarly?.answers[path];
  return ((await answer?.clone().json()) as { result?: unknown } | undefined)?.result;
}

async function writeFigures(): Promise<void> {
  const language = document.documentElement.dataset.language ?? '';
  const profile = (await resultOf('member/profile')) as ResultOf<typeof memberProfile> | undefined;
  const wallets = (await resultOf('wallet/all')) as ResultOf<typeof walletAll> | undefined;
  const total = document.getElementById('shell-total');
  if (!total || !profile || !wallets || !isWireLanguage(language)) return;
  const locale = formatsOf(language);
  const isHidden = localStorage.getItem('minerx:hideAmounts') === '1';
  const amount = (units: Units, precision: number) => (isHidden ? HIDDEN : formatUnits(units, precision, locale));
  const dollars = (units: Units, about = '') =>
    isHidden ? HIDDEN : about + formatUsd(units, 2, locale, dollarOf(language));
  const { lines, totalUsdUnits } = balancesOf(profile.member, wallets.wallet_type);
  total.textContent = dollars(totalUsdUnits);
  const cards = document.getElementById('shell-pair');
  // Only the screen of the wallets says what they are called.
  const called = cards?.dataset.called;
  if (!cards || !called) return;
  for (const [place, line] of listedOf(lines).entries()) {
    const { name, precision, balanceUnits, usdUnits } = line;
    const texts = [called.replace('{name}', name), amount(balanceUnits, precision), dollars(usdUnits, ABOUT)];
    cards.children[place]?.append(
      ...texts.map((text) => Object.assign(document.createElement('p'), { textContent: text })),
    );
  }
}

// After the first paint: it takes a browser long to write the first amount of a language.
requestAnimationFrame(() => setTimeout(() => void writeFigures().catch(() => undefined)));

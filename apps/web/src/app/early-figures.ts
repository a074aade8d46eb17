import type { Call, ResultOf } from '@minerx/contract/call';
import type { packageAll, packageAll2 } from '@minerx/contract/miner-package';
import type { memberProfile } from '@minerx/contract/profile';
import type { walletAll } from '@minerx/contract/wallet';
import type { Units } from '@minerx/rules/money';
import { dollarOf, formatsOf, isWireLanguage, type WireLanguage } from '@minerx/rules/wire-language';
import { ABOUT, formatUnits, formatUsd, HIDDEN, NBSP } from '@minerx/ui/amount-text';
import { boosterPrices } from '../features/home/booster/booster-prices.ts';
import { balancesOf } from '../features/wallet/balances.ts';
import { listedOf } from '../features/wallet/split-total.ts';

/**
 * A script of index.html (build/early-html.ts): while the app's own travel it writes the member's total into the shell of home and of the
 * wallets, there what each of the six holds, and at home what both boosters cost, out of the answers that came with the page. They are the
 * app's sums in the app's writing; the app then draws them anew.
 */

/** The app takes each answer once: it is left a copy. */
async function resultOf<Each extends Call>(path: string): Promise<ResultOf<Each> | undefined> {
  const answer = await window.minerxEarly?.answers[path];
  return ((await answer?.clone().json()) as { result?: ResultOf<Each> } | undefined)?.result;
}

const language = document.documentElement.dataset.language ?? '';
const cards = document.getElementById('shell-pair')?.children ?? [];

/** The total, and on the screen of the wallets, which alone says what they are called, what each holds. */
async function writeWallets(code: WireLanguage): Promise<void> {
  const locale = formatsOf(code);
  const profile = await resultOf<typeof memberProfile>('member/profile');
  const wallets = await resultOf<typeof walletAll>('wallet/all');
  const total = document.getElementById('shell-total');
  if (!total || !profile || !wallets) return;
  const isHidden = localStorage.getItem('minerx:hideAmounts') === '1';
  const amount = (units: Units, precision: number) => (isHidden ? HIDDEN : formatUnits(units, precision, locale));
  const dollars = (units: Units, about = '') =>
    isHidden ? HIDDEN : about + formatUsd(units, 2, locale, dollarOf(code));
  const { lines, totalUsdUnits } = balancesOf(profile.member, wallets.wallet_type);
  total.textContent = dollars(totalUsdUnits);
  const called = document.getElementById('shell-pair')?.dataset.called;
  if (!called) return;
  for (const [place, { name, precision, balanceUnits, usdUnits }] of listedOf(lines).entries()) {
    const texts = [called.replace('{name}', name), amount(balanceUnits, precision), dollars(usdUnits, ABOUT)];
    cards[place]?.append(...texts.map((text) => Object.assign(document.createElement('p'), { textContent: text })));
  }
}

/** On home alone they are asked for. */
async function writePrices(code: WireLanguage): Promise<void> {
  const first = await resultOf<typeof packageAll>('package/all');
  const second = await resultOf<typeof packageAll2>('package/all2');
  if (!first || !second) return;
  const { x1, x2 } = boosterPrices(first.package, second.package);
  for (const [place, price] of [x1, x2].entries()) {
    const line = cards[place]?.querySelector('u');
    if (price === null || !line) continue;
    const asset = Object.assign(document.createElement('small'), { textContent: `${NBSP}USDT` });
    line.replaceChildren(formatUnits(price, 0, formatsOf(code)), asset);
  }
}

// After the first paint: it takes a browser long to write the first amount of a language.
requestAnimationFrame(() =>
  setTimeout(() => {
    if (!isWireLanguage(language)) return;
    void writeWallets(language).catch(() => undefined);
    void writePrices(language).catch(() => undefined);
  }),
);

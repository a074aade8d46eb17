import type { ResultOf } from '@minerx/contract/call';
import type { packageAll, packageAll2 } from '@minerx/contract/miner-package';
import type { memberProfile } from '@minerx/contract/profile';
import type { walletAll } from '@minerx/contract/wallet';
import type { Units } from '@minerx/rules/money';
import { isWireLanguage, type WireLanguage } from '@minerx/rules/wire-language';
import { ABOUT, HIDDEN, NBSP, writeUnits, writeUsd, type AmountMarks } from '@minerx/ui/amount-text';
import { boosterPrices } from '../features/home/booster/booster-prices.ts';
import { balancesOf } from '../features/wallet/balances.ts';
import { listedOf } from '../features/wallet/split-total.ts';

/**
 * A script of index.html (build/early-html.ts): while the app's own travel it writes the member's total into the shell of home and of the
 * wallets, there what each of the six holds, and at home what both boosters cost, out of the answers that came with the page. They are the
 * app's sums in the app's writing; the app then draws them anew.
 */

interface Answers {
  'member/profile'?: ResultOf<typeof memberProfile> | undefined;
  'wallet/all'?: ResultOf<typeof walletAll> | undefined;
  'package/all'?: ResultOf<typeof packageAll> | undefined;
  'package/all2'?: ResultOf<typeof packageAll2> | undefined;
}

/** Put in by the build: to ask the browser for them takes a slow phone as long as to read all of this. */
declare const MARKS: Readonly<Record<WireLanguage, AmountMarks>>;

const pair = document.getElementById('shell-pair');
const cards = pair?.children ?? [];

/** The total, and on the screen of the wallets, which alone says what they are called, what each holds. */
function writeWallets(marks: AmountMarks, { 'member/profile': profile, 'wallet/all': wallets }: Answers): void {
  const total = document.getElementById('shell-total');
  if (!total || !profile || !wallets) return;
  const isHidden = localStorage.getItem('minerx:hideAmounts') === '1';
  const amount = (units: Units, precision: number) => (isHidden ? HIDDEN : writeUnits(units, precision, marks));
  const dollars = (units: Units, about = '') => (isHidden ? HIDDEN : about + writeUsd(units, 2, marks));
  const { lines, totalUsdUnits } = balancesOf(profile.member, wallets.wallet_type);
  total.textContent = dollars(totalUsdUnits);
  const called = pair?.dataset.called;
  if (!called) return;
  for (const [place, { name, precision, balanceUnits, usdUnits }] of listedOf(lines).entries()) {
    const texts = [called.replace('{name}', name), amount(balanceUnits, precision), dollars(usdUnits, ABOUT)];
    cards[place]?.append(...texts.map((text) => Object.assign(document.createElement('p'), { textContent: text })));
  }
}

/** On home alone they are asked for. */
function writePrices(marks: AmountMarks, { 'package/all': first, 'package/all2': second }: Answers): void {
  if (!first || !second) return;
  const { x1, x2 } = boosterPrices(first.package, second.package);
  for (const [place, price] of [x1, x2].entries()) {
    const line = cards[place]?.querySelector('u');
    if (price === null || !line) continue;
    const asset = Object.assign(document.createElement('small'), { textContent: `${NBSP}USDT` });
    line.replaceChildren(writeUnits(price, 0, marks), asset);
  }
}

function write(answers: Answers): void {
  const { language = '' } = document.documentElement.dataset;
  if (!isWireLanguage(language)) return;
  try {
    writeWallets(MARKS[language], answers);
    writePrices(MARKS[language], answers);
  } catch {
    // The app draws them anew, and says what is wrong.
  }
}

/** The app takes each answer once: it is left a copy. */
async function resultsOf(asked: Record<string, Promise<Response>>): Promise<Answers> {
  const read = async (path: string, answer: Promise<Response>) => {
    const { result } = (await (await answer).clone().json()) as { result?: unknown };
    return [path, result] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries(asked).map(([path, answer]) => read(path, answer))));
}

const { brought, answers = {} } = window.minerxEarly ?? {};
// What came with the page is in its first paint; what is asked for comes after it.
if (brought) {
  delete window.minerxEarly?.brought;
  write(Object.fromEntries(Object.entries(brought).map(([path, { result }]) => [path, result])));
} else requestAnimationFrame(() => setTimeout(() => void resultsOf(answers).then(write, () => undefined)));

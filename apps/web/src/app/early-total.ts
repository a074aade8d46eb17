import type { ResultOf } from '@minerx/contract/call';
import type { memberProfile } from '@minerx/contract/profile';
import type { walletAll } from '@minerx/contract/wallet';
import { totalAssetUsd } from '@minerx/rules/wallet';
import { dollarOf, formatsOf, isWireLanguage } from '@minerx/rules/wire-language';
import { formatUsd, HIDDEN } from '@minerx/ui/amount-text';
import { balancesOf, pricesOf } from '../features/wallet/balances.ts';

/**
 * A script of index.html (build/early-html.ts): while the app's own travel it writes the member's total into the shell of home and of the
 * wallets, out of the answers that came with the page. It is the app's sum in the app's writing; the app then draws it anew.
 */

/** The app takes each answer once: it is left a copy. */
async function resultOf(path: string): Promise<unknown> {
  const answer = await window.minerxEarly?.answers[path];
  return ((await answer?.clone().json()) as { result?: unknown } | undefined)?.result;
}

async function writeTotal(): Promise<void> {
  const language = document.documentElement.dataset.language ?? '';
  const profile = (await resultOf('member/profile')) as ResultOf<typeof memberProfile> | undefined;
  const wallets = (await resultOf('wallet/all')) as ResultOf<typeof walletAll> | undefined;
  const place = document.getElementById('shell-total');
  if (!place || !profile || !wallets || !isWireLanguage(language)) return;
  const balances = balancesOf(profile.member);
  const prices = pricesOf(wallets.wallet_type);
  place.textContent =
    localStorage.getItem('minerx:hideAmounts') === '1'
      ? HIDDEN
      : formatUsd(totalAssetUsd(balances, prices), 2, formatsOf(language), dollarOf(language));
}

// After the first paint: it takes a browser long to write the first amount of a language.
requestAnimationFrame(() => setTimeout(() => void writeTotal().catch(() => undefined)));

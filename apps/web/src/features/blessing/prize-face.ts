import { packagePicture, prizeCategory, type PrizeCategory } from '@minerx/rules/blessing';
import type { Translate } from '../../i18n/texts.ts';
import btc from './art/btc.svg';
import cw from './art/cw.svg';
import dubai from './art/dubai.svg';
import miner1 from './art/miner-1.svg';
import miner2 from './art/miner-2.svg';
import miner3 from './art/miner-3.svg';
import phuket from './art/phuket.svg';
import rw from './art/rw.svg';

const PICTURES = {
  RW: rw,
  CW: cw,
  BTC: btc,
  Phuket: phuket,
  Dubai: dubai,
} as const satisfies Record<Exclude<PrizeCategory, 'MINER X'>, string>;

const MINERS = { 1: miner1, 2: miner2, 3: miner3 } as const;

/** Address of a prize's picture; packages have one of three, by their amount. */
export function prizePicture(name: string, amountUnits: bigint): string {
  const category = prizeCategory(name);
  if (category === null || category === 'MINER X') return MINERS[packagePicture(amountUnits)];
  return PICTURES[category];
}

/** Fetches every picture of a prize, so that a card that turns has its face at once. */
export function fetchPictures(): void {
  for (const address of [...Object.values(PICTURES), ...Object.values(MINERS)]) new Image().src = address;
}

/** The same for the little room on a card: a package by its own name alone. */
export const prizeShort = (t: Translate, name: string): string =>
  prizeCategory(name) === 'MINER X' ? name.replace('Package', '').trim() : prizeText(t, name);

/** A prize in the member's language: places and the word for package are translated, names and codes stay. */
export function prizeText(t: Translate, name: string): string {
  const category = prizeCategory(name);
  if (category === 'Dubai') return t('blessing.prize.dubai');
  if (category === 'Phuket') return t('blessing.prize.phuket');
  if (category === 'MINER X') return t('blessing.prize.package', { name: name.replace('Package', '').trim() });
  return name;
}

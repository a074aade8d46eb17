import { prizeCardBack } from './prize-card.ts';
import { prizeBtc, prizeCw, prizeRw } from './prize-coins.ts';
import { prizeHero } from './prize-hero.ts';
import { prizeMinerOne, prizeMinerThree, prizeMinerTwo } from './prize-miners.ts';
import { prizePhuket } from './prize-phuket.ts';
import { prizeDubai } from './prize-dubai.ts';

/** Every picture of Raya Blessings by the name of its file. Each function gives a whole SVG, the same every time. */
export const PRIZE_PICTURES = {
  hero: prizeHero,
  'card-back': prizeCardBack,
  dubai: prizeDubai,
  phuket: prizePhuket,
  btc: prizeBtc,
  cw: prizeCw,
  rw: prizeRw,
  'miner-1': prizeMinerOne,
  'miner-2': prizeMinerTwo,
  'miner-3': prizeMinerThree,
} satisfies Record<string, () => string>;

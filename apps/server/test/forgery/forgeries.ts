import { BLESSINGS } from './blessings.ts';
import type { Forgery } from './forgery.ts';
import { LEAVING } from './leaving.ts';
import { MONEY } from './money.ts';
import { MOVING } from './moving.ts';
import { MINERS } from './orders.ts';
import { PEOPLE } from './people.ts';
import { FIGURES, RECEIPTS } from './receipts.ts';
import { REWARDS } from './rewards.ts';
import { AUDIT, SETTINGS, WRITTEN } from './settings.ts';

/** Every one of them, the only list. */
export const FORGERIES: readonly Forgery[] = [
  ...MONEY,
  ...MINERS,
  ...REWARDS,
  ...RECEIPTS,
  ...FIGURES,
  ...BLESSINGS,
  ...PEOPLE,
  ...LEAVING,
  ...MOVING,
  ...SETTINGS,
  ...WRITTEN,
  ...AUDIT,
];

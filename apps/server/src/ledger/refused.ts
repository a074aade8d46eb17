import { formatUnits } from '@minerx/rules/money';
import type { Refused } from '@minerx/rules/purchase';
import { walletById } from '@minerx/rules/wallet';
import type { Decision } from './command.ts';
import { no } from './command.ts';

/** A refusal of the rules with the facts that the client needs to go on. */
export const refused = ({ refusal, amounts, shortage, freeUnits }: Refused): Decision<never> => {
  if (amounts) {
    const { cw, rw, usdt } = amounts;
    return no(refusal, { details: { amount1: formatUnits(cw), amount2: formatUnits(rw), amount3: formatUnits(usdt) } });
  }
  if (shortage) {
    const { walletId, neededUnits, balanceUnits } = shortage;
    return no(refusal, {
      details: {
        wallet: walletById(walletId).name,
        needed: formatUnits(neededUnits),
        balance: formatUnits(balanceUnits),
      },
    });
  }
  return freeUnits === undefined ? no(refusal) : no(refusal, { details: { free: String(freeUnits) } });
};

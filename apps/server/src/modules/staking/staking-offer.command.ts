import { formatUnits } from '@minerx/rules/money';
import { STAKING_DAYS_MAX, STAKING_MAX_SETTABLE, STAKING_MIN } from '@minerx/rules/staking';
import type { WalletId } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { checkLine } from '../../base/variants.ts';
import { changeSetting } from '../setting/setting.step.ts';
import { lockStakingType, putStakingType } from './staking-type.store.ts';
import { type StakingTypeRow } from './staking-type.ts';
import type { Actor } from '../../base/actor.ts';

type Dependencies = Pick<Context, 'pool' | 'clock'>;
type Who = { readonly actor: Actor; readonly reason: string };

/** Switches staking on or off. Stakes that are under way go on to their end. */
export const setStakingAvailable = async (
  context: Dependencies & Pick<Context, 'bus'>,
  { available, actor, reason }: Who & { readonly available: boolean },
): Promise<void> => {
  await changeSetting(context, 'staking_available', {
    actor,
    action: 'staking.set',
    subject: 'setting:staking',
    reason,
    change: () => available,
    told: (before, after) => ({ before, after }),
  });
};

/** A staking type; what is left out stays. A new one needs everything but the variants. */
type StakingTypeInput = Who & { readonly id: number } & {
  readonly [Field in keyof Omit<StakingTypeRow, 'id'>]?: StakingTypeRow[Field] | undefined;
};

const LONGEST_NAME = 40;

/**
 * Creates or changes a staking type. Stakes that are under way keep the wallets and the term that they were made with.
 * @throws err_not_found for a new one that lacks something, err_amount, err_validation, err_staking_type for equal wallets.
 */
export const setStakingType = (
  { pool, clock }: Dependencies,
  { id, actor, reason, ...input }: StakingTypeInput,
): Promise<StakingTypeRow> =>
  inTransaction(pool, async (tx) => {
    const before = await lockStakingType(tx, id);
    const after = checkType({
      id,
      name: input.name ?? before?.name ?? refuse('err_not_found'),
      name2: input.name2 ?? before?.name2 ?? refuse('err_not_found'),
      names2: input.names2 ?? before?.names2 ?? {},
      walletId: input.walletId ?? before?.walletId ?? (refuse('err_not_found') as WalletId),
      wallet2Id: input.wallet2Id ?? before?.wallet2Id ?? (refuse('err_not_found') as WalletId),
      maxUnits: input.maxUnits ?? before?.maxUnits ?? refuse('err_not_found'),
      termDays: input.termDays ?? before?.termDays ?? refuse('err_not_found'),
      active: input.active ?? before?.active ?? true,
    });
    await putStakingType(tx, after);
    const detail = { before: before && audited(before), after: audited(after) };
    await appendAudit(tx, new Date(clock.now()), [
      { actor, action: 'staking.type', subject: `staking_type:${id}`, reason, detail },
    ]);
    return after;
  });

const checkType = (type: StakingTypeRow): StakingTypeRow => {
  const { base: name } = checkLine('staking_name', { base: type.name, variants: {} }, LONGEST_NAME);
  const words = checkLine('staking_name2', { base: type.name2, variants: type.names2 }, LONGEST_NAME);
  if (type.walletId === type.wallet2Id) refuse('err_staking_type');
  if (type.maxUnits < STAKING_MIN || type.maxUnits > STAKING_MAX_SETTABLE) refuse('err_amount');
  if (!Number.isInteger(type.termDays) || type.termDays < 1 || type.termDays > STAKING_DAYS_MAX)
    refuse('err_validation', { fields: { staking_term_days: 'err_format' } });
  return { ...type, name, name2: words.base, names2: words.variants };
};

const audited = ({ maxUnits, ...type }: StakingTypeRow) => ({ ...type, max: formatUnits(maxUnits) });

import { formatUnits, unitsOf } from '@minerx/rules/money';
import { isActiveStake } from '@minerx/rules/staking';
import { walletById, walletByName, type WalletId, type WalletName } from '@minerx/rules/wallet';
import { setStakingAvailable, setStakingType } from '../../modules/staking/staking-offer.command.ts';
import { getSetting } from '../../modules/setting/setting.query.ts';
import { listAllStakes, listStakingTypes } from '../../modules/staking/staking.query.ts';
import type { StakingTypeRow } from '../../modules/staking/staking-type.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON, type OperatorHouse } from '../command.ts';
import { counted } from '../counted.ts';
import { readVariants } from '../read-variants.ts';
import { requireMember } from '../people/require-member.ts';

export const stakingCommands = [
  defineOperatorCommand({
    name: 'staking on',
    grant: GRANTS.terms,
    summary: 'Lets members stake.',
    flags: { reason: REASON },
    run: (house, { reason }) => switchTo(house, true, reason),
  }),
  defineOperatorCommand({
    name: 'staking off',
    grant: GRANTS.terms,
    summary: 'Refuses new stakes; those that are under way go on to their end and are given back.',
    flags: { reason: REASON },
    run: (house, { reason }) => switchTo(house, false, reason),
  }),
  defineOperatorCommand({
    name: 'staking-type list',
    grant: GRANTS.all,
    summary: 'Staking types with their wallets, most and term, and whether staking is on.',
    flags: {},
    run: async ({ context, print }) => {
      print(`Staking is ${(await getSetting(context.pool, 'staking_available')) ? 'on' : 'off'}.`);
      for (const type of await listStakingTypes(context.pool)) print(lineOf(type));
    },
  }),
  defineOperatorCommand({
    name: 'staking-type set',
    grant: GRANTS.terms,
    summary: 'Creates or changes a staking type; stakes that are under way keep their wallets and term.',
    flags: {
      id: { hint: '1', kind: 'whole', required: true },
      name: { hint: 'short, "AOGP + GBPT"', kind: 'text' },
      name2: { hint: 'English, in words', kind: 'text' },
      names2: { hint: `'{"zh":"…","gr":"…"}'`, kind: 'text' },
      wallet: { hint: 'AOGP', kind: 'wallet' },
      wallet2: { hint: 'GBPT', kind: 'wallet' },
      max: { hint: 'most of the first wallet in one order, 10000', kind: 'amount' },
      days: { hint: 'term, 30', kind: 'whole' },
      offered: { hint: 'yes or no', kind: 'text' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, names2, wallet, wallet2, max, days, offered, reason, ...names }) => {
      if (id < 1 || id > 32_767) throw new OperatorProblem('--id is a number from 1 to 32767');
      if (offered !== undefined && offered !== 'yes' && offered !== 'no')
        throw new OperatorProblem('--offered is yes or no');
      const known = (await listStakingTypes(context.pool)).some((type) => type.id === id);
      const needed = { ...names, wallet, wallet2, max, days };
      const missing = Object.entries(needed).flatMap(([flag, value]) => (value === undefined ? [`--${flag}`] : []));
      if (!known && missing.length > 0)
        throw new OperatorProblem(`There is no staking type ${id}; to create it give ${missing.join(', ')} too.`);
      const after = await setStakingType(context, {
        id,
        ...names,
        names2: names2 === undefined ? undefined : readVariants('names2', names2),
        walletId: walletIdOf(wallet),
        wallet2Id: walletIdOf(wallet2),
        maxUnits: max === undefined ? undefined : unitsOf(max),
        termDays: days,
        active: offered === undefined ? undefined : offered === 'yes',
        actor,
        reason,
      });
      print(lineOf(after));
    },
  }),
  defineOperatorCommand({
    name: 'staking list',
    grant: GRANTS.personal,
    summary: 'Active stakes, those that end next first; 100 at most. --all yes shows ended ones too.',
    flags: { email: { hint: 'email', kind: 'text' }, all: { hint: 'yes', kind: 'text' } },
    run: async ({ context, print }, { email, all }) => {
      const memberId = email === undefined ? null : (await requireMember(context.pool, email)).id;
      const stakes = await listAllStakes(context.pool, { memberId, all: all === 'yes' });
      for (const stake of stakes) {
        const amounts = `${formatUnits(stake.amountUnits)} ${walletById(stake.walletId).name} + ${formatUnits(stake.amount2Units)} ${walletById(stake.wallet2Id).name}`;
        const end = stake.endsAt.toISOString().slice(0, 10);
        print(
          `${stake.email.padEnd(32)} ${amounts.padEnd(32)} ${isActiveStake(stake.status) ? 'until' : 'ended'} ${end}`,
        );
      }
      if (stakes.length === 0) print('No stake found.');
    },
  }),
];

const switchTo = async (
  { context, print, actor }: OperatorHouse,
  available: boolean,
  reason: string,
): Promise<void> => {
  await setStakingAvailable(context, { available, actor, reason });
  print(`Staking is ${available ? 'on' : 'off'}.`);
};

const lineOf = ({ id, name, name2, names2, walletId, wallet2Id, maxUnits, termDays, active }: StakingTypeRow): string =>
  `${id}  ${name}, ${name2}: ${walletById(walletId).name} and ${walletById(wallet2Id).name}, at most ${formatUnits(maxUnits)}, ` +
  `${counted(termDays, 'day')}${active ? '' : ', not offered'}  ${JSON.stringify(names2)}`;

const walletIdOf = (name: string | undefined): WalletId | undefined =>
  name === undefined ? undefined : walletByName(name as WalletName).id;

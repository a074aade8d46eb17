import { isExplorer } from '@minerx/rules/explorer';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { minuteOf } from '@minerx/rules/utc-time';
import { walletById, walletByName, type WalletName } from '@minerx/rules/wallet';
import { networksOf } from '@minerx/rules/withdrawal-network';
import { setNetwork, setWithdrawalTerms } from '../../modules/withdrawal/withdrawal-terms.command.ts';
import { listCursors, type ChainCursor } from '../../modules/deposit/chain-cursor.query.ts';
import { listNetworkTerms } from '../../modules/withdrawal/network-terms.query.ts';
import { listWithdrawalTerms } from '../../modules/withdrawal/withdrawal.query.ts';
import { defineOperatorCommand, GRANTS, isOn, OperatorProblem, REASON, SWITCH } from '../command.ts';
import { counted } from '../counted.ts';
import { networkFlag, requireNetwork } from './network-flag.ts';

const NETWORK = networkFlag();
const AMOUNT = { hint: 'in the coin', kind: 'amount' } as const;

const readExplorer = (text: string | undefined): string | null | undefined => {
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  if (!isExplorer(text))
    throw new OperatorProblem(
      `--explorer is an https address with {hash} once behind its host, or none, not "${text}"`,
      'explorer',
    );
  return text;
};

/** How far a chain was read, and when. */
export const readingOf = (cursor: ChainCursor | undefined): string =>
  cursor === undefined
    ? 'not read here'
    : `read ${minuteOf(cursor.readAt)}, ${counted(Math.max(0, cursor.head - cursor.block), 'block')} behind`;

const MOST_CONFIRMATIONS = 100_000;
const readConfirmations = (blocks: number | undefined): number | undefined => {
  if (blocks !== undefined && (blocks < 1 || blocks > MOST_CONFIRMATIONS))
    throw new OperatorProblem(`--confirmations is from 1 to ${MOST_CONFIRMATIONS}.`, 'confirmations');
  return blocks;
};

export const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

export const withdrawalTermsCommands = [
  defineOperatorCommand({
    name: 'withdrawal terms',
    grant: GRANTS.two,
    summary: 'On which terms coins leave on which networks; with a coin and a network, sets what is given.',
    flags: {
      wallet: { hint: 'USDT', kind: 'wallet' },
      network: { ...NETWORK, required: undefined },
      fee: AMOUNT,
      minimum: AMOUNT,
      limit: { ...AMOUNT, hint: 'of a member and day, in the coin' },
      second: { ...AMOUNT, hint: 'more than this needs two operators' },
      withdrawals: SWITCH,
      reason: { ...REASON, required: undefined },
    },
    run: async ({ context, print, actor }, { wallet, network, fee, minimum, limit, second, withdrawals, reason }) => {
      const units = (text: string | undefined) => (text === undefined ? undefined : unitsOf(text));
      const change = given({
        feeUnits: units(fee),
        minimumUnits: units(minimum),
        dailyLimitUnits: units(limit),
        twoOperatorsAboveUnits: units(second),
        enabled: isOn(withdrawals),
      });
      if (Object.keys(change).length > 0) {
        if (wallet === undefined || network === undefined || reason === undefined)
          throw new OperatorProblem('Setting terms needs --wallet, --network and --reason.');
        if (change.minimumUnits === 0n) throw new OperatorProblem('--minimum is more than nothing.', 'minimum');
        const walletId = walletByName(wallet as WalletName).id;
        const networkId = requireNetwork(network);
        if (!networksOf(walletId).some((each) => each === networkId))
          throw new OperatorProblem(`${wallet} does not leave on ${network}.`);
        await setWithdrawalTerms(context, { walletId, networkId }, change, { actor, reason });
      }
      for (const row of await listWithdrawalTerms(context.pool)) {
        const place = `${walletById(row.walletId).name} on ${networkLabel(row.networkId)}`.padEnd(22);
        print(
          `${place} fee ${formatUnits(row.feeUnits)}, minimum ${formatUnits(row.minimumUnits)}, a day ${formatUnits(row.dailyLimitUnits)}, two above ${formatUnits(row.twoOperatorsAboveUnits)}${row.enabled ? '' : row.payable ? ', OFF' : ', CLOSED: its contract is not known (wallet terms)'}`,
        );
      }
    },
  }),
  defineOperatorCommand({
    name: 'network list',
    grant: GRANTS.all,
    summary: 'Networks: which ways through them are open, how many blocks make something final, how far each was read.',
    flags: {},
    run: async ({ context, print }) => {
      const cursors = await listCursors(context.pool);
      for (const { networkId, deposits, withdrawals, confirmations } of await listNetworkTerms(context.pool))
        print(
          `${networkLabel(networkId).padEnd(13)} deposits ${deposits ? 'on' : 'OFF'}, withdrawals ${withdrawals ? 'on' : 'OFF'}, ` +
            `${counted(confirmations, 'confirmation')}; ${readingOf(cursors.find((each) => each.networkId === networkId))}`,
        );
    },
  }),
  defineOperatorCommand({
    name: 'withdrawal network',
    grant: GRANTS.terms,
    summary:
      'Switches deposits or withdrawals of a whole network on or off, names where its transactions can be looked up, or how many blocks make one final.',
    flags: {
      network: NETWORK,
      deposits: SWITCH,
      withdrawals: SWITCH,
      explorer: { hint: 'https://… with {hash} in it, or none', kind: 'text' },
      confirmations: { hint: 'blocks', kind: 'whole' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { network, deposits, withdrawals, explorer, confirmations, reason }) => {
      const change = given({
        deposits: isOn(deposits),
        withdrawals: isOn(withdrawals),
        explorer: readExplorer(explorer),
        confirmations: readConfirmations(confirmations),
      });
      if (Object.keys(change).length === 0)
        throw new OperatorProblem('Needs --deposits or --withdrawals, on or off, --explorer or --confirmations.');
      await setNetwork(context, requireNetwork(network), change, { actor, reason });
      print('Set.');
    },
  }),
];

import { ageOf, minuteOf } from '@minerx/rules/utc-time';
import { hashOf } from '@minerx/rules/chain-spelling';
import { confirmationsOf, DEPOSIT_STATUS, DEPOSIT_STATUS_NAMES, findDepositStatus } from '@minerx/rules/deposit';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import {
  findDepositToShow,
  listDepositsToShow,
  type DepositFilter,
  type DepositToShow,
} from '../../modules/deposit/deposit.query.ts';
import { recordDeposits } from '../../modules/deposit/record-deposits.command.ts';
import { isUuid } from '../../base/ids.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON, type OperatorHouse } from '../command.ts';
import { explained } from '../explained.ts';
import { requireMember } from '../people/require-member.ts';
import { networkFlag, requireNetwork } from './network-flag.ts';

const PAGE = 50;
const STATES = Object.values(DEPOSIT_STATUS_NAMES).join('|');
const HASH = /^(0x)?[0-9a-f]{64}$/i;

const requireState = (text: string) => {
  const status = findDepositStatus(text);
  if (status === null) throw new OperatorProblem(`--state must be one of ${STATES}, not "${text}"`);
  return status;
};
const requireId = (name: string, text: string): string => {
  if (!isUuid(text)) throw new OperatorProblem(`--${name} is the id of a deposit, not "${text}"`);
  return text;
};
const requireHash = (text: string) => {
  if (!HASH.test(text)) throw new OperatorProblem(`--hash is no transaction: "${text}"`);
  return hashOf(text);
};

/** How far it has come, in a few words. */
const stateOf = ({ status, blockNumber, head, confirmations }: DepositToShow): string => {
  const name = DEPOSIT_STATUS_NAMES[status];
  if (status !== DEPOSIT_STATUS.SEEN || head === null) return name;
  return `${name} ${Math.min(confirmations, confirmationsOf(Number(blockNumber), Number(head)))}/${confirmations}`;
};

const linesOf = (row: DepositToShow, now: number): string[] => [
  `${row.id} ${formatUnits(row.units)} ${walletById(row.walletId).name} on ${networkLabel(row.network)}; ${row.email}`,
  `    ${stateOf(row)}, ${ageOf(row.seenAt, now)} old, block ${row.blockNumber}, ${row.txHash}`,
];

const detailsOf = (row: DepositToShow): string[] => [
  `    to ${row.address}${row.child === null ? ', WHICH IS NO DEPOSIT ADDRESS OF OURS' : `, child ${row.child}`}; member ${row.memberId}`,
  `    ${row.raw} of the token’s smallest unit; log ${row.logIndex} of block ${row.blockHash}`,
  `    seen ${minuteOf(row.seenAt)}${row.creditedAt === null ? '' : `, credited ${minuteOf(row.creditedAt)} by transfer ${row.transferId}`}`,
  ...(row.status === DEPOSIT_STATUS.KEPT
    ? [`    final; credited when what came reaches ${formatUnits(row.minimumUnits)} together`]
    : []),
];

type Asked = Partial<Record<'state' | 'network' | 'email' | 'hash' | 'before', string>>;

const filterOf = async (
  { context }: OperatorHouse,
  { state, network, email, hash, before }: Asked,
): Promise<DepositFilter> => ({
  ...(state !== undefined && { status: requireState(state) }),
  ...(network !== undefined && { network: requireNetwork(network) }),
  ...(email !== undefined && { memberId: (await requireMember(context.pool, email)).id }),
  ...(hash !== undefined && { txHash: requireHash(hash) }),
  ...(before !== undefined && { before: requireId('before', before) }),
});

export const depositCommands = [
  defineOperatorCommand({
    name: 'deposit list',
    grant: GRANTS.personal,
    summary: `What came in from chains, the newest first, ${PAGE} a page; the next page begins behind --before.`,
    flags: {
      state: { hint: STATES, kind: 'text' },
      network: { ...networkFlag(), required: undefined },
      email: { hint: 'of the member', kind: 'text' },
      hash: { hint: 'of the transaction', kind: 'text' },
      before: { hint: 'id of the last one shown', kind: 'text' },
    },
    run: async (house, asked) => {
      const { context, print } = house;
      const rows = await listDepositsToShow(context.pool, await filterOf(house, asked), PAGE);
      for (const row of rows) for (const line of linesOf(row, context.clock.now())) print(line);
      if (rows.length === 0) print('No deposit.');
      if (rows.length === PAGE) print(`Older ones: --before ${rows.at(-1)!.id}`);
    },
  }),
  defineOperatorCommand({
    name: 'deposit show',
    grant: GRANTS.personal,
    summary: 'One deposit: where it stands on its chain, whose address took it, and what it was credited by.',
    flags: { id: { hint: 'id of the deposit', kind: 'text', required: true } },
    run: async ({ context, print }, { id }) => {
      const row = await findDepositToShow(context.pool, requireId('id', id));
      if (row === null) throw new OperatorProblem(`There is no deposit ${id}.`);
      for (const line of [...linesOf(row, context.clock.now()), ...detailsOf(row)]) print(line);
    },
  }),
  defineOperatorCommand({
    name: 'deposit record',
    grant: GRANTS.two,
    summary:
      'Takes what one transaction brought to deposit addresses before anybody looked: it is read from the nodes of the network, and credited as any other.',
    flags: {
      network: networkFlag(),
      hash: { hint: 'of the transaction', kind: 'text', required: true },
      reason: REASON,
    },
    needsOutside: true,
    run: async ({ context, print, actor }, { network, hash, reason }) => {
      const asked = { network: requireNetwork(network), hash: requireHash(hash) };
      const added = await explained(recordDeposits(context, asked, { actor, reason }), {
        err_deposit_unavailable: `Nobody reads ${network}.`,
        err_not_found: 'It stands in no block, failed, or brought no coin of ours to a deposit address.',
        err_conflict:
          'It is known already (deposit list --hash …), or it is not final yet and will be found by itself.',
      });
      for (const { id, units, walletId, address } of added)
        print(`${id} ${formatUnits(units)} ${walletById(walletId).name} to ${address}`);
    },
  }),
];

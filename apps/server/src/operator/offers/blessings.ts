import { pickOdds } from '@minerx/rules/blessing-draw';
import { RECENT_RESET } from '../../modules/member/outgoing.ledger.ts';
import { encodeTable, type TablePrize } from '@minerx/rules/blessing-draw-proof';
import { unsettledUntil } from '@minerx/rules/factor-hold';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { isUuid } from '../../base/ids.ts';
import { utcDay } from '../../modules/blessing/draw/deck.ts';
import { markFulfilled, undoFulfilled } from '../../modules/blessing/prizes/fulfilment.command.ts';
import { findAnyPack, findFulfilment, listFulfilments } from '../../modules/blessing/prizes/fulfilment.query.ts';
import { FREE_BLESSINGS_MAX, setFreeBlessings, setPrize } from '../../modules/blessing/prizes/prize-pool.command.ts';
import { findOpenDay, listDayTables, listPrizes } from '../../modules/blessing/prizes/prize-pool.query.ts';
import { utc } from '../people/factor-line.ts';
import { defineOperatorCommand, GRANTS, isOn, OperatorProblem, REASON, SWITCH } from '../command.ts';
import { explained } from '../explained.ts';

const amountsOf = ({ minUnits, maxUnits }: TablePrize): string =>
  minUnits === maxUnits ? `$${formatUnits(minUnits)}` : `$${formatUnits(minUnits)}–${formatUnits(maxUnits)}`;

const describe = (prize: TablePrize, chance?: number): string =>
  [
    String(prize.id).padStart(3),
    prize.name.padEnd(22),
    amountsOf(prize).padEnd(12),
    `weight ${prize.weight}`.padEnd(14),
    (prize.total === null ? 'unlimited' : `${prize.left} of ${prize.total} left`).padEnd(16),
    prize.enabled ? '' : 'off',
    chance === undefined ? '' : `${(chance * 100).toFixed(4)} %`,
  ].join(' ');

const waits = ({ resetAt }: { resetAt: Date | null }, now: number): string => {
  const until = unsettledUntil(resetAt?.getTime() ?? null, now);
  return until === null ? 'waits' : `waits: ${RECENT_RESET}, HAND NOTHING OVER before ${utc(new Date(until))}`;
};

const readCount = (text: string | undefined): number | null | undefined => {
  if (text === undefined) return undefined;
  if (text === 'unlimited') return null;
  if (!/^\d{1,9}$/.test(text)) throw new OperatorProblem(`--count is a whole number or unlimited, not "${text}"`);
  return Number(text);
};

const poolCommands = [
  defineOperatorCommand({
    name: 'prize list',
    grant: GRANTS.all,
    summary:
      'The prize tables of Raya Blessings from today on, as the days are committed to them: amounts, weights, how many are left, and the chance at a pick.',
    flags: {},
    run: async ({ context, print }) => {
      const now = context.clock.now();
      const committed = await listDayTables(context.pool, utcDay(now));
      const open = { day: await findOpenDay(context.pool, now), pool: await listPrizes(context.pool) };
      let last = '';
      for (const { day, pool } of [...committed, open]) {
        const table = encodeTable(pool);
        if (table === last) continue;
        last = table;
        print(`From ${day} on${day === open.day ? ', not committed to yet' : ''}:`);
        const odds = pickOdds(pool);
        for (const [line, prize] of pool.entries()) print(describe(prize, odds[line]));
      }
    },
  }),
  defineOperatorCommand({
    name: 'prize set',
    grant: GRANTS.two,
    summary:
      'Changes a prize: its weight, its count, or whether it is drawn. A new id with name, amounts and weight adds one; package prizes need --package 3 or 4. It counts from the first day whose prize table is not committed to, at the latest the day after tomorrow (UTC); dealt decks stay as they are.',
    flags: {
      id: { hint: '11', kind: 'whole', required: true },
      name: { hint: '"Builder Package"', kind: 'text' },
      from: { hint: '28', kind: 'amount' },
      to: { hint: '88', kind: 'amount' },
      weight: { hint: '120', kind: 'whole' },
      count: { hint: '66 or unlimited', kind: 'text' },
      draw: SWITCH,
      package: { hint: '3', kind: 'whole' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, name, from, to, weight, count, draw, package: packageId, reason }) => {
      if ([name, from, to, weight, count, draw, packageId].every((value) => value === undefined))
        throw new OperatorProblem('Needs --name, --from, --to, --weight, --count, --draw or --package.');
      const after = await setPrize(context, {
        id,
        name,
        minUnits: from === undefined ? undefined : unitsOf(from),
        maxUnits: to === undefined ? undefined : unitsOf(to),
        weight,
        total: readCount(count),
        enabled: isOn(draw),
        packageId,
        actor,
        reason,
      });
      print(describe(after.line));
      print(
        `Decks are dealt by it from ${after.from} on (UTC). The tables of the days before are committed to and stay.`,
      );
    },
  }),
];

export const blessingCommands = [
  ...poolCommands,
  defineOperatorCommand({
    name: 'blessing grant',
    grant: GRANTS.two,
    summary: 'Sets how many Raya picks each new order of a package grants, from now on.',
    flags: {
      package: { hint: '5', kind: 'whole', required: true },
      count: { hint: '1', kind: 'whole', required: true },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { package: packageId, count, reason }) => {
      if (count > FREE_BLESSINGS_MAX) throw new OperatorProblem(`--count is at most ${FREE_BLESSINGS_MAX}.`);
      await setFreeBlessings(context, { packageId, count, actor, reason });
      print(`Each new order of package ${packageId} grants ${count} from now on.`);
    },
  }),
  defineOperatorCommand({
    name: 'blessing show',
    grant: GRANTS.personal,
    summary: 'A pack: whose it is, its commitment, and once it is opened its deck, salt and pick.',
    flags: { id: { hint: 'pack id', kind: 'text', required: true } },
    run: async ({ context, print }, { id }) => {
      const pack = await findAnyPack(context.pool, id);
      if (pack === null) throw new OperatorProblem(`There is no pack ${id}.`);
      print(`${pack.packId}  ${pack.email}  order ${pack.orderNumber}  granted ${pack.grantedAt.toISOString()}`);
      print(`commitment ${pack.commitment ?? 'none yet: the pool could not fill a deck'}`);
      if (pack.openedAt === null) return print('not opened; its deck is shown to nobody before that');
      print(`opened ${pack.openedAt.toISOString()} at card ${pack.position}`);
      print(`salt ${pack.salt}`);
      print(pack.deck!);
    },
  }),
  defineOperatorCommand({
    name: 'fulfilment list',
    grant: GRANTS.personal,
    summary:
      'Prizes that people hand over, the longest waiting first; --all yes shows those that were handed over too.',
    flags: { all: { hint: 'yes', kind: 'text' } },
    run: async ({ context, print }, { all }) => {
      const rows = await listFulfilments(context.pool, all === 'yes');
      if (rows.length === 0) print('Nothing waits.');
      for (const row of rows) {
        const who = `${row.fullName} <${row.email}> ${row.mobile}`;
        const done = `done ${row.doneAt?.toISOString()} by ${row.doneBy}: ${row.note}`;
        const state = row.doneAt === null ? waits(row, context.clock.now()) : done;
        print(
          `${row.packId}  ${row.prize} $${formatUnits(row.amountUnits)}  ${who}  picked ${row.pickedAt.toISOString()}  ${state}`,
        );
      }
    },
  }),
  defineOperatorCommand({
    name: 'fulfilment show',
    grant: GRANTS.personal,
    summary: 'A prize that people hand over, and whom it belongs to.',
    flags: { id: { hint: 'pack id', kind: 'text', required: true } },
    run: async ({ context, print }, { id }) => {
      const row = isUuid(id) ? await findFulfilment(context.pool, id) : null;
      if (row === null) throw new OperatorProblem(`There is no prize to hand over with the id ${id}.`);
      print(`${row.prize} $${formatUnits(row.amountUnits)}, picked ${row.pickedAt.toISOString()}`);
      print(`${row.fullName} (${row.username}) <${row.email}> ${row.mobile}`);
      print(
        row.doneAt === null
          ? `It ${waits(row, context.clock.now())}.`
          : `handed over ${row.doneAt.toISOString()} by ${row.doneBy}: ${row.note}`,
      );
    },
  }),
  defineOperatorCommand({
    name: 'fulfilment done',
    grant: GRANTS.support,
    summary: 'Notes that a prize was handed over; its member is told, and sees it in the history.',
    flags: {
      id: { hint: 'pack id', kind: 'text', required: true },
      note: { hint: 'how, for the file', kind: 'text', required: true },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, note, reason }) => {
      if (!isUuid(id)) throw new OperatorProblem(`There is no prize to hand over with the id ${id}.`);
      await explained(markFulfilled(context, { packId: id, note, actor, reason }), {
        err_conflict: ({ by, at }) =>
          `It was handed over already, by ${by} at ${utc(new Date(at ?? ''))}; fulfilment undo takes that back.`,
      });
      print(`Noted: ${id} was handed over.`);
    },
  }),
  defineOperatorCommand({
    name: 'fulfilment undo',
    grant: GRANTS.support,
    summary:
      'Takes back that a prize was handed over, where it was noted by mistake: it waits again, and its member is told.',
    flags: {
      id: { hint: 'pack id', kind: 'text', required: true },
      'handed-over': { hint: 'when, as it is shown', kind: 'text', required: true },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, 'handed-over': handedOver, reason }) => {
      if (!isUuid(id)) throw new OperatorProblem(`There is no prize to hand over with the id ${id}.`);
      const seenAt = new Date(handedOver);
      if (Number.isNaN(seenAt.getTime())) throw new OperatorProblem(`${handedOver} is no time.`, 'handed-over');
      await explained(undoFulfilled(context, { packId: id, seenAt, actor, reason }), {
        err_conflict: 'It waits, or was handed over at another time: look at it again.',
        err_account_frozen: 'Its member has deleted the account: nobody is left to hand it over to.',
      });
      print(`Taken back: ${id} waits to be handed over.`);
    },
  }),
];

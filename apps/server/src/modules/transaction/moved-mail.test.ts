import { DAY_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WALLET } from '@minerx/rules/wallet';
import { testApp, type TestApp } from '../../../test/app.ts';
import { fillPrizePool, MONEY_ONLY } from '../../../test/blessing-pool.ts';
import { tellBtcPrice } from '../../../test/btc-price.ts';
import { moneyHouse, type MoneyHouse } from '../../../test/money-house.ts';
import { COMMAND_CASES, RICH } from '../../../test/whole/command-cases.ts';
import { TRANSFER_KINDS } from '../../composition/ledger-tables.ts';
import { testDatabase, type TestDatabase } from '../../db/test-database.ts';
import { outboxTopics } from '../../jobs/outbox-topics.ts';
import { drainOutbox } from '../../jobs/outbox.ts';
import { TOLD } from '../../ledger/money.ts';
import { OutsideFailure } from '../../outside/failure.ts';
import type { Mail } from '../../outside/mail/port.ts';
import { MAIL_TEXTS } from '../mail/mail.texts.ts';
import { subscribeMiner } from '../purchase/purchase.command.ts';

let database: TestDatabase;
let app: TestApp;
let house: MoneyHouse;
const sent: Mail[] = [];
let isAway = false;
beforeAll(async () => {
  database = await testDatabase();
  const send = async (mail: Mail): Promise<void> => {
    if (isAway) throw new OutsideFailure('mail', 'unreachable', 'test');
    sent.push(mail);
  };
  app = await testApp({ database, outside: { mailer: { kind: 'eml', send, close: async () => undefined } } });
  house = await moneyHouse(database);
  await house.devices('x1', 30);
  await house.devices('x2', 40);
  await house.pool.query(
    `INSERT INTO setting (key, value) VALUES ('nft_withdraw_fee', '"5"') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
  await fillPrizePool(house.pool, MONEY_ONLY);
});
afterAll(async () => {
  await house.close();
  await app.close();
  await database.drop();
});

/** A member who reads German. */
const german = async (): Promise<{ id: bigint; address: string }> => {
  const id = await house.member(RICH);
  const { rows } = await house.pool.query<{ address: string }>(
    `UPDATE member SET language = 'gr' WHERE id = $1 RETURNING email AS address`,
    [id],
  );
  return { id, address: rows[0]!.address };
};

const deliver = async (context = app.context): Promise<void> => {
  app.clock.set(new Date(house.clock.at).toISOString());
  await drainOutbox(context, outboxTopics(context));
};

/** The mails to an address that work brings. */
const mailsBy = async (address: string, work: () => Promise<unknown>, mode = app.context.env.mode): Promise<Mail[]> => {
  const context = { ...app.context, env: { ...app.context.env, mode } };
  await deliver();
  sent.length = 0;
  await work();
  await deliver(context);
  return sent.filter(({ to }) => to.address === address);
};

/** A member's transfers, by id: their kinds. */
const kindsOf = async (memberId: bigint): Promise<Map<string, string>> => {
  const { rows } = await house.pool.query<{ id: string; kind: string }>(
    'SELECT id, kind FROM transfer WHERE member_id = $1',
    [memberId],
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
};

const isTold = (kind: string): boolean => {
  const { mail } = TRANSFER_KINDS.get(kind)!;
  return 'topic' in mail || mail === TOLD.byStates;
};

describe('what moves a member’s money', () => {
  const met = new Set<string>();

  it.each(COMMAND_CASES)(
    '%s is told by mail in the member’s language with the link that freezes, or says why not',
    async (_, make) => {
      await tellBtcPrice(house.pool, house.clock.at);
      const { id, address } = await german();
      const command = await make(house, id);
      const before = await kindsOf(id);
      const mails = await mailsBy(address, () => house.funnel.run(command));

      const kinds = [...(await kindsOf(id))].filter(([each]) => !before.has(each)).map(([, kind]) => kind);
      for (const kind of kinds) met.add(kind);
      if (kinds.length > 0) expect(mails).toHaveLength(kinds.some(isTold) ? 1 : 0);
      for (const { text } of mails) expect(text).toMatch(/Konto einfrieren:\n\S+\/freezeAccount\/[\w-]{22}\n/);
    },
  );

  it('is met above in every kind that a mail tells of', () => {
    expect([...TRANSFER_KINDS.keys()].filter(isTold).filter((kind) => !met.has(kind))).toEqual([]);
  });

  it('has words in every language for each kind that is told in the common form, and for no other', () => {
    const common = [...TRANSFER_KINDS].filter(([, { mail }]) => mail === TOLD.moved).map(([kind]) => kind);
    for (const { moved, adjusted } of Object.values(MAIL_TEXTS)) {
      const { where: _, ...byOperators } = adjusted;
      expect([...Object.keys(moved), ...Object.keys(byOperators)].toSorted()).toEqual(common.toSorted());
    }
  });

  it('names a topic of the outbox that somebody works off', () => {
    const topics = [...TRANSFER_KINDS.values()].flatMap(({ mail }) => ('topic' in mail ? [mail.topic] : []));
    expect(Object.keys(outboxTopics(app.context))).toEqual(expect.arrayContaining(topics));
  });

  it('comes in one mail when it was one purchase, with the sum of each wallet', async () => {
    await house.devices('x1', 3);
    const { id, address } = await german();
    const amounts = { [WALLET.CW]: unitsOf('3000') };
    const input = { page: 'x1', packageId: 1, method: 1, quantity: 3, acceptWaiting: false, amounts } as const;
    const mails = await mailsBy(address, () => house.funnel.run(subscribeMiner(id, input, null)));
    expect(mails.map(({ subject }) => subject)).toEqual(['MinerX: 3.000,00 CW für Miner bezahlt']);
    expect(mails[0]!.text).toContain('Miner-Aufträge (3) angelegt und 3.000,00 CW dafür bezahlt');
  });

  /** Something is bought, and days go by before anybody works the outbox off. */
  const lateMails = async (mode: 'demo' | 'production'): Promise<Mail[]> => {
    await house.devices('x1', 1);
    const { id, address } = await german();
    const input = { page: 'x1', packageId: 1, method: 1, quantity: 1, acceptWaiting: false } as const;
    const buy = async (): Promise<void> => {
      await house.funnel.run(subscribeMiner(id, { ...input, amounts: { [WALLET.CW]: unitsOf('1000') } }, null));
      house.clock.at += 2 * DAY_MS;
    };
    return mailsBy(address, buy, mode);
  };

  it('is told no more when it is the past of a demo, days behind, and however late otherwise', async () => {
    expect(await lateMails('demo')).toEqual([]);
    expect(await lateMails('production')).toHaveLength(1);
  });

  it('is told however long no mail goes out', async () => {
    await house.devices('x1', 1);
    const { id, address } = await german();
    const input = { page: 'x1', packageId: 1, method: 1, quantity: 1, acceptWaiting: false } as const;
    const none = await mailsBy(address, async () => {
      isAway = true;
      await house.funnel.run(subscribeMiner(id, { ...input, amounts: { [WALLET.CW]: unitsOf('1000') } }, null));
    });
    expect(none).toEqual([]);
    isAway = false;
    house.clock.at += 2 * DAY_MS;
    await deliver();
    expect(sent.filter(({ to }) => to.address === address)).toHaveLength(1);
  });
});

import { DAY_MS } from '@minerx/rules/duration';
import { usernameFrom } from '@minerx/rules/member';
import { TERMS_VERSION } from '@minerx/rules/terms';
import type { Context } from '../context.ts';
import { crockford } from '../base/ids.ts';
import { openMemberAccounts } from '../ledger/account.ts';
import { insertMember, nextMemberId, type NewMember } from '../modules/member/member.store.ts';
import { keepAcceptance } from '../modules/terms/terms.store.ts';
import { hashOfNothing, hashPassword, hashPin, passwordOfNobody } from '../security/secret-hash.ts';
import { type Db, inTransaction, type Tx } from '../db/transaction.ts';
import { createDice, inventPerson } from './demo-names.ts';

/** The sign-in of both demo members; printed at every start of the demo. */
export const DEMO_SIGN_IN = {
  emails: ['demo@minerx.test', 'us@minerx.test'],
  password: 'Demo#2026',
  pin: '246810',
} as const;

/** Whether the demo's member can sign in to this database. */
export const hasDemoMembers = async (db: Db): Promise<boolean> => {
  const { rowCount } = await db.query('SELECT FROM member WHERE email_key = $1', [DEMO_SIGN_IN.emails[0]]);
  return rowCount !== 0;
};

export interface DemoMembers {
  demoId: bigint;
  usId: bigint;
  /** In order of their registration. */
  teamIds: bigint[];
}

const TEAM_SIZE = 200;
const DEEPEST = 6;
const REFERRAL_CODE_LENGTH = 8;
const NAME_TRIES = 20;

/** The two demo members under the root, and a team under the first. Nobody of the team can sign in. */
export const seedDemoMembers = async (context: Context, firstDayMs: number): Promise<DemoMembers> => {
  const countries = await readCountries(context);
  const root = await context.pool.query<{ id: bigint }>(
    'SELECT id FROM member WHERE sponsor_id IS NULL ORDER BY id LIMIT 1',
  );
  const sponsorId = root.rows[0]?.id ?? null;
  const signIn = async (fullName: string, email: string, iso2: string, mobile: string, referralCode: string) => {
    const id = await nextMemberId(context.pool);
    const { pepper } = context.env;
    const member = {
      id,
      fullName,
      email,
      mobile: `+${mobile}`,
      countryId: countryOf(countries, iso2).id,
      referralCode,
      sponsorId,
      passwordHash: await hashPassword(pepper, `member:${id}`, DEMO_SIGN_IN.password),
      pinHash: await hashPin(pepper, id, DEMO_SIGN_IN.pin),
      at: new Date(firstDayMs - 400 * DAY_MS),
    };
    await inTransaction(context.pool, async (tx) => {
      await register(tx, member);
      // Today's terms, today: nobody agreed to them before there were any.
      const at = new Date(context.clock.now());
      await keepAcceptance(tx, { memberId: id, version: TERMS_VERSION, language: 'en', at });
    });
    return id;
  };
  const [demoEmail, usEmail] = DEMO_SIGN_IN.emails;
  const demoId = await signIn('Aisyah Demo', demoEmail, 'MY', '60123456789', 'DEMO2026');
  const usId = await signIn('Jordan Demo', usEmail, 'US', '12025550123', 'DEMOUS26');
  return { demoId, usId, teamIds: await seedTeam(context, demoId, countries, firstDayMs) };
};

/** Everybody was brought by somebody who was there before; the first third mostly by the demo member. */
const seedTeam = async (
  context: Context,
  demoId: bigint,
  countries: Countries,
  firstDayMs: number,
): Promise<bigint[]> => {
  const dice = createDice(20_260_101);
  const [password, pin] = [await passwordOfNobody(), await hashOfNothing()];
  const depths = new Map<bigint, number>([[demoId, 0]]);
  const made: bigint[] = [];
  await inTransaction(context.pool, async (tx) => {
    for (let index = 0; index < TEAM_SIZE; index += 1) {
      const person = inventPerson(dice);
      const country = countryOf(countries, person.iso2);
      const candidates = [...depths].filter(([, depth]) => depth < DEEPEST).map(([id]) => id);
      const sponsorId = dice(TEAM_SIZE) > index * 3 ? demoId : candidates[dice(candidates.length)]!;
      const id = await nextMemberId(context.pool);
      await register(tx, {
        id,
        fullName: person.fullName,
        email: `team${index + 1}@minerx.test`,
        mobile: `+${country.callingCode}${person.mobile}`,
        countryId: country.id,
        referralCode: crockford(context.random, REFERRAL_CODE_LENGTH),
        sponsorId,
        passwordHash: password,
        pinHash: pin,
        at: new Date(firstDayMs - (380 - Math.floor((index * 350) / TEAM_SIZE)) * DAY_MS + dice(DAY_MS)),
      });
      depths.set(id, depths.get(sponsorId)! + 1);
      made.push(id);
    }
  });
  return made;
};

type Registration = Omit<NewMember, 'username' | 'emailKey' | 'language'>;

const register = async (tx: Tx, member: Registration): Promise<void> => {
  for (let attempt = 0; attempt < NAME_TRIES; attempt += 1) {
    const username = usernameFrom(member.fullName, attempt);
    if (await insertMember(tx, { ...member, username, emailKey: member.email, language: 'en' })) {
      await openMemberAccounts(tx, member.id);
      return;
    }
  }
  throw new Error(`No free username for ${member.fullName}.`);
};

type Countries = Map<string, { id: number; callingCode: string }>;

const readCountries = async ({ pool }: Context): Promise<Countries> => {
  const { rows } = await pool.query<{ id: number; iso2: string; callingCode: string }>(
    'SELECT id, iso2, calling_code AS "callingCode" FROM country',
  );
  return new Map(rows.map((row) => [row.iso2, { ...row, callingCode: row.callingCode.replace(/\D/g, '') }]));
};

const countryOf = (countries: Countries, iso2: string) => {
  const found = countries.get(iso2);
  if (found === undefined) throw new Error(`The country ${iso2} is missing: seed the reference data first.`);
  return found;
};

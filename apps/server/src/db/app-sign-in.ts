import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { APP_ROLE } from './pool.ts';

/**
 * The app signs in to PostgreSQL as a role of its own, `minerx_app`, that owns nothing and is member of nothing: whatever gets
 * hold of its connection can go back to nobody else. The owner's address serves migrations and nothing that runs.
 */

/** The app's address on a server of ours. Its password comes from the owner's and leads nowhere back. */
export const appUrlOf = (ownerUrl: string): string => {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(APP_ROLE).digest('base64url');
  url.username = APP_ROLE;
  return url.href;
};

/**
 * Lets the app's role sign in with the password of its address, unless it can sign in already.
 * @param ownerUrl of a user who may change the role
 * @throws Error with what to ask an administrator for.
 */
export const letAppSignIn = async (ownerUrl: string, appUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ can: boolean }>(
      'SELECT rolcanlogin AS can FROM pg_roles WHERE rolname = $1',
      [APP_ROLE],
    );
    if (rows[0]?.can === true) return;
    // Only what proves the password goes over, so that it stands in no log of the server.
    const verifier = scramVerifier(decodeURIComponent(new URL(appUrl).password));
    await client.query(`ALTER ROLE ${APP_ROLE} LOGIN PASSWORD '${verifier}'`);
  } catch (cause) {
    throw new Error(
      `The role ${APP_ROLE} cannot be let in (${(cause as Error).message}). ` +
        `Ask the database's administrator for: ALTER ROLE ${APP_ROLE} LOGIN PASSWORD '<that of DATABASE_URL>';`,
      { cause },
    );
  } finally {
    await client.end();
  }
};

const ITERATIONS = 4096;

/** What PostgreSQL keeps of a password (RFC 5803). */
const scramVerifier = (password: string): string => {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`;
};

type Rights = {
  session: string;
  current: string;
  mighty: boolean;
  groups: string[];
  owns: boolean;
  creates: boolean;
  temporary: boolean;
  settings: string[];
};

/**
 * What the app could do on its connection that it must not be able to.
 * @returns a readable line for each; empty when it signed in as a role that owns nothing, is member of nothing and makes nothing.
 * @internal
 */
export const listWrongRights = async (client: Pick<pg.Pool, 'query'>): Promise<string[]> => {
  const { rows } = await client.query<Rights>(
    `SELECT session_user::text AS session, current_user::text AS current,
            r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls AS mighty,
            ARRAY(SELECT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid WHERE m.member = r.oid ORDER BY 1) AS groups,
            EXISTS (SELECT FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = r.oid AND deptype = 'o') AS owns,
            has_schema_privilege(r.oid, 'public', 'CREATE') OR has_database_privilege(r.oid, current_database(), 'CREATE') AS creates,
            has_database_privilege(r.oid, current_database(), 'TEMPORARY') AS temporary,
            ARRAY(SELECT unnest(setconfig) FROM pg_db_role_setting WHERE setrole = r.oid) AS settings
       FROM pg_roles r WHERE r.rolname = session_user`,
  );
  const { session, current, mighty, groups, owns, creates, temporary, settings } = rows[0]!;
  const problems: string[] = [];
  if (session !== APP_ROLE || current !== APP_ROLE)
    problems.push(`connections sign in as ${session}${current === session ? '' : ` and work as ${current}`}`);
  if (mighty)
    problems.push(`${session} is a superuser or may make roles or databases, copy the server or pass row rules`);
  if (groups.length > 0) problems.push(`${session} is a member of ${groups.join(', ')}`);
  if (owns) problems.push(`${session} owns tables or other things of the server`);
  if (creates) problems.push(`${session} may create things in the database or its schema public`);
  // Such a table hides one of ours from a statement that names none.
  if (temporary)
    problems.push(
      `${session} may make temporary tables; as the owner: REVOKE TEMPORARY ON DATABASE … FROM PUBLIC, ${APP_ROLE}`,
    );
  // No database can forbid a role to set its own: so it is looked at, at each start.
  if (settings.length > 0)
    problems.push(
      `${session} has settings of its own (${settings.join(', ')}); as the owner: ALTER ROLE ${session} RESET ALL`,
    );
  return problems;
};

/** @throws Error with a line for each right that the app must not have. */
export const requireAppRights = async (client: Pick<pg.Pool, 'query'>): Promise<void> => {
  const problems = await listWrongRights(client);
  if (problems.length === 0) return;
  throw new Error(
    `The app must sign in to the database as ${APP_ROLE}, which owns nothing, and this one could do more:\n${problems.join('\n')}\n` +
      `DATABASE_URL is the address of ${APP_ROLE}; that of the owner belongs into DATABASE_OWNER_URL.`,
  );
};

import pg from 'pg';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What one piece of work cost: its time, the pages that its statements looked at, and the part of their plans that looked at most. */
export interface Cost {
  readonly ms: number;
  readonly buffers: number;
  readonly worst: string;
}

let noted: Asked[] | null = null;

/** From now on every connection of this process tells what it is asked while something is measured. */
export const listenToStatements = (): void => {
  const { query } = pg.Client.prototype as unknown as { query: (...asked: unknown[]) => unknown };
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [given, values] = asked as [string | pg.QueryConfig | undefined, unknown[] | undefined];
    const text = typeof given === 'string' ? given : given?.text;
    if (noted !== null && text !== undefined)
      noted.push({ text, values: (typeof given === 'string' ? values : given?.values) ?? [] });
    return query.apply(this, asked);
  } as typeof pg.Client.prototype.query;
};

/** Does a piece of work and, where a client is given, explains each of its statements on it, in a transaction that is undone. */
export const costOf = async (client: pg.PoolClient | null, work: () => Promise<unknown>): Promise<Cost> => {
  const asked: Asked[] = [];
  noted = asked;
  const began = performance.now();
  try {
    await work();
  } finally {
    noted = null;
  }
  const ms = performance.now() - began;
  let buffers = 0;
  let worst = { pages: -1, words: 'no statement' };
  if (client === null) return { ms, buffers, worst: worst.words };
  await client.query('BEGIN');
  for (const { text, values } of asked.filter(isQuestion)) {
    const plan = await explain(client, text, values);
    if (plan === null) continue;
    buffers += pagesOf(plan);
    for (const node of nodesOf(plan)) {
      const pages = pagesOf(node) - (node.Plans ?? []).reduce((sum, below) => sum + pagesOf(below), 0);
      if (pages > worst.pages) worst = { pages, words: wordsOf(node, pages, text) };
    }
  }
  await client.query('ROLLBACK');
  return { ms, buffers, worst: worst.words };
};

const isQuestion = ({ text }: Asked): boolean =>
  /^\s*(\/\*.*?\*\/\s*)?(SELECT|INSERT|UPDATE|DELETE|WITH)\b/is.test(text);

/** Null of what can be done only once. */
const explain = async (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Plan | null> => {
  await client.query('SAVEPOINT explained');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      [...values],
    );
    return rows[0]!['QUERY PLAN'][0]!.Plan;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '23505') throw error;
    await client.query('ROLLBACK TO explained');
    return null;
  }
};

const pagesOf = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const wordsOf = (plan: Plan, pages: number, text: string): string =>
  `${plan['Node Type']}${plan['Relation Name'] === undefined ? '' : ` of ${plan['Relation Name']}`}, ${Math.round(plan['Actual Rows'] * plan['Actual Loops'])} rows, ${pages} pages (${text.replace(/\s+/g, ' ').trim().slice(0, 60)} …)`;

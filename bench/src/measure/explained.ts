import type pg from 'pg';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};

/** What one piece of work cost: its statements' time, the pages that they looked at, and the part of their plans that looked at most. */
export interface Cost {
  readonly ms: number;
  readonly buffers: number;
  readonly worst: string;
}

/** Does a piece of work in a transaction that is undone, and explains each of its statements after it. */
export const costOf = async (client: pg.PoolClient, work: (db: pg.Pool) => Promise<unknown>): Promise<Cost> => {
  const asked: { text: string; values: unknown[] }[] = [];
  let ms = 0;
  const query = async (given: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> => {
    const began = performance.now();
    const answer = await client.query(given as string, values);
    ms += performance.now() - began;
    if (typeof given === 'string') asked.push({ text: given, values: values ?? [] });
    else asked.push({ text: given.text, values: given.values ?? [] });
    return answer;
  };
  await client.query('BEGIN');
  try {
    await work({ query } as unknown as pg.Pool);
    const elapsed = ms;
    let buffers = 0;
    let worst = { pages: -1, words: '' };
    for (const { text, values } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values,
      );
      const plan = rows[0]!['QUERY PLAN'][0]!.Plan;
      buffers += pagesOf(plan);
      for (const node of nodesOf(plan)) {
        const pages = pagesOf(node) - (node.Plans ?? []).reduce((sum, below) => sum + pagesOf(below), 0);
        if (pages > worst.pages) worst = { pages, words: wordsOf(node, pages) };
      }
    }
    return { ms: elapsed, buffers, worst: worst.words };
  } finally {
    await client.query('ROLLBACK');
  }
};

const pagesOf = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const wordsOf = (plan: Plan, pages: number): string =>
  `${plan['Node Type']}${plan['Relation Name'] === undefined ? '' : ` of ${plan['Relation Name']}`}, ${Math.round(plan['Actual Rows'] * plan['Actual Loops'])} rows, ${pages} pages`;

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

/** The console's calls, as its page makes them: a process of its own for each action would cost a second. */

interface Operator {
  /** Of the world. */
  url: string;
  email: string;
  /** The code of now; none is good twice. */
  factor: () => string;
  /** Where the cookie is kept for the next worker. */
  cookieFile: string;
}

const PASSWORD = 'Demo#2026';
/** A code of this half minute may be used up: the next one comes. */
const PATIENCE = 20;
const PAUSE_MS = 2000;

interface Said {
  status: number;
  code: string;
  lines: string[];
  refused: boolean;
  cookie: string | null;
}

const post = async ({ url, cookieFile }: Operator, path: string, body: object, key: string): Promise<Said> => {
  const cookie = existsSync(cookieFile) ? readFileSync(cookieFile, 'utf8') : '';
  const answer = await fetch(`${url}/api/operator/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, Cookie: cookie },
    body: JSON.stringify(body),
  });
  const { result, err_code = '' } = (await answer.json()) as {
    result?: { outcome?: string; lines?: string[] };
    err_code?: string;
  };
  return {
    status: answer.status,
    code: err_code,
    lines: result?.lines ?? [],
    refused: result?.outcome === 'refused',
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? null,
  };
};

/** Shows the second factor, at sign-in or again, until a code is taken. */
const prove = async (operator: Operator, path: 'sign-in' | 'step-up'): Promise<void> => {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const factor = operator.factor();
    const body = path === 'sign-in' ? { email: operator.email, password: PASSWORD, factor } : { factor };
    const { status, cookie } = await post(operator, path, body, randomUUID());
    if (status === 200) {
      if (cookie !== null) writeFileSync(operator.cookieFile, cookie);
      return;
    }
    await sleep(PAUSE_MS);
  }
  throw new Error(`${operator.email} could not ${path}`);
};

/** `['ticket', 'close', '--id', '7']` as the console sends it; a file is read here. */
const actionOf = ([noun, verb, ...rest]: readonly string[]): { name: string; values: Record<string, string> } => {
  const names = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args: [...rest], options });
  const read = ([name, value]: [string, string | undefined]) => [
    name,
    name === 'file' ? readFileSync(String(value), 'utf8') : String(value),
  ];
  return {
    name: `${noun} ${verb}`,
    values: Object.fromEntries(Object.entries(values as Record<string, string>).map(read)) as Record<string, string>,
  };
};

/** Does an action once, signing in or showing the factor again where it has to be. What it printed; throws when refused. */
export const atConsole = async (operator: Operator, words: readonly string[]): Promise<string[]> => {
  const key = randomUUID();
  const run = (): Promise<Said> => post(operator, 'action', actionOf(words), key);
  let said = await run();
  if (said.status === 401) {
    await prove(operator, 'sign-in');
    said = await run();
  }
  if (said.code === 'err_second_factor') {
    await prove(operator, 'step-up');
    said = await run();
  }
  if (said.status !== 200 || said.refused)
    throw new Error(`operator ${words.join(' ')}: ${said.code} ${said.lines.join('\n')}`);
  return said.lines.join('\n').split('\n');
};

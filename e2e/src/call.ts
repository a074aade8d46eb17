import { randomUUID } from 'node:crypto';
import { currentWorld } from './world.ts';

/** What the server said to a call made without the app. */
interface Answer {
  status: number;
  result: Record<string, unknown>;
  errCode: string | undefined;
  /** 0 when it may be asked again at once. */
  retryAfterS: number;
}

interface CallOptions {
  method?: 'GET' | 'POST';
  body?: Record<string, unknown>;
  /** Of a sign-in without cookies. */
  accessToken?: string;
}

/** A direct call of the API, as anybody with a terminal can make it. */
export const call = async (path: string, { method = 'POST', body, accessToken }: CallOptions = {}): Promise<Answer> => {
  const answer = await fetch(`${currentWorld().url}/api/${path}`, {
    method,
    headers: {
      ...(method === 'POST' && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
      ...(accessToken !== undefined && { Authorization: `Bearer ${accessToken}` }),
    },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const json = (await answer.json()) as { result?: Record<string, unknown>; err_code?: string };
  const retryAfterS = Number(answer.headers.get('retry-after') ?? 0);
  return { status: answer.status, result: json.result ?? {}, errCode: json.err_code, retryAfterS };
};

/** The same, for what must go well. */
export const succeed = async (path: string, options?: CallOptions): Promise<Record<string, unknown>> => {
  const { status, result, errCode } = await call(path, options);
  if (status !== 200) throw new Error(`${path} answered ${status} ${errCode ?? ''}`);
  return result;
};

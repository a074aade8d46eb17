import type { BodyInputOf, Call, QueryInputOf, ResultOf } from '@minerx/contract/call';
import type { memberLogout, memberRefresh } from '@minerx/contract/session';
import type { systemMaintenance } from '@minerx/contract/system';
import type { StandardSchemaV1 } from './standard-schema.ts';
import { Refusal } from './refusal.ts';
import type { SignIn } from './asking/second-factor.ts';
import { endSession, hasSession, holdSession, onSessionEnd, usableToken } from './session.ts';

export { Refusal } from './refusal.ts';

type BodyPart<C extends Call> = C extends { body: unknown } ? { body: BodyInputOf<C> } : { body?: undefined };
type QueryPart<C extends Call> = C extends { query: unknown } ? { query: QueryInputOf<C> } : { query?: undefined };
type KeyPart<C extends Call> = C extends { idempotent: true }
  ? { idempotencyKey: string }
  : { idempotencyKey?: undefined };

type CallOptions<C extends Call> = BodyPart<C> &
  QueryPart<C> &
  KeyPart<C> & { signal?: AbortSignal; timeoutMs?: number };

/** What sending needs of a call; without `result` the answer is taken as the contract promises it. */
type Sendable = Pick<Call, 'method' | 'path' | 'session'> & { result?: Call['result'] };

/** A call of the contract without its schemas: see `callOf`. */
type BareCall<C extends Call> = Pick<C, 'method' | 'path' | 'session'> & {
  readonly result?: never;
  /** Of types only: body, query and result of the call. */
  readonly contract?: C;
};

/**
 * A call of the contract without its schemas, so that no schema is loaded for it: `callOf<typeof memberProfile>('GET', 'member/profile', 'member')`,
 * with `memberProfile` imported as a type. All three are checked against the contract. For what every start and the home screen ask.
 */
export const callOf = <C extends Call>(method: C['method'], path: C['path'], session: C['session']): BareCall<C> => ({
  method,
  path,
  session,
});

type SendOptions = {
  body?: unknown;
  query?: unknown;
  idempotencyKey?: string | undefined;
  /** A code of the second factor. */
  factor?: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
};

const refresh = callOf<typeof memberRefresh>('POST', 'member/refresh', 'public');
const logoutCall = callOf<typeof memberLogout>('POST', 'member/logout', 'public');
const maintenance = callOf<typeof systemMaintenance>('GET', 'system/maintenance', 'public');

const TIMEOUT_MS = 15_000;
const maintenanceListeners = new Set<() => void>();

/** Calls back when the server answers that it is under maintenance. */
export function onMaintenance(listener: () => void): () => void {
  maintenanceListeners.add(listener);
  return () => maintenanceListeners.delete(listener);
}

/**
 * Makes one call of the contract and gives its result.
 * Renews the session first when it is about to end, and once more when the server no longer knows the token.
 * @throws {Refusal} for every answer but success, network trouble included (status 0)
 */
export async function request<C extends Call>(call: C | BareCall<C>, options: CallOptions<C>): Promise<ResultOf<C>> {
  const needsToken = call.session === 'member';
  // What the page has brought along needs no token any more.
  if (needsToken && usableToken() === null && !isEarly(call.path)) await renewOrRefuse();
  try {
    return (await sendAsking(call, options)) as ResultOf<C>;
  } catch (error) {
    if (!needsToken || !(error instanceof Refusal) || error.status !== 401) throw error;
    await renewOrRefuse();
    return (await sendAsking(call, options)) as ResultOf<C>;
  }
}

/** Members with a second factor are asked for it by the sheet over everything; then the same goes out again, under its key. */
async function sendAsking(call: Sendable, options: SendOptions): Promise<unknown> {
  try {
    return await send(call, options);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'err_second_factor') throw error;
    const { sendWithFactor } = await import('./asking/second-factor.ts').catch(() => {
      throw error;
    });
    // Of public calls sign-in asks for it, and a one-use link, which has no body.
    const signIn = call.session === 'public' ? (options.body as SignIn | undefined) : undefined;
    return sendWithFactor(error, { key: options.idempotencyKey, signIn }, (factor) =>
      send(call, { ...options, factor }),
    );
  }
}

const send = async (call: Sendable, options: SendOptions): Promise<unknown> =>
  readAnswer(call, await fetchAnswer(call, options));

/**
 * The result of an answer, checked against the contract.
 * @throws {Refusal}
 */
export async function readAnswer(call: Sendable, answer: Response): Promise<unknown> {
  const text = await answer.text().catch(() => '');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Refusal({
      code: 'unreadable',
      status: answer.ok ? 0 : answer.status,
    });
  }
  if (!answer.ok) throw refusalOf(answer, json);
  const { result } = json as { result?: unknown };
  if (!call.result) return result;
  const checked = await (call.result as unknown as StandardSchemaV1)['~standard'].validate(result);
  if (checked.issues) throw new Refusal({ code: 'unreadable' });
  return checked.value;
}

async function fetchAnswer(call: Sendable, options: SendOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Session-Transport': 'cookie' };
  // What the screen speaks; the server writes refusals and, until the member has chosen, mails in it.
  const spoken = globalThis.document?.documentElement.lang;
  if (spoken) headers['Accept-Language'] = spoken;
  const token = usableToken();
  if (token && call.session === 'member') headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.factor) headers['X-Second-Factor'] = options.factor;
  const init: RequestInit = { method: call.method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  init.signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const ask = () => fetch(`/api/${call.path}${queryText(options.query)}`, init);
    return await (takeEarly(call.path, init.signal, ask) ?? ask());
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const code = timeout.aborted ? 'timeout' : 'offline';
    throw new Refusal({ code });
  }
}

/** Whether there is, or will be, an answer that the page or its early script asked for. */
export const isEarly = (path: string): boolean => window.minerxEarly?.answers[path] !== undefined;

/**
 * The answer that the early script of index.html asked for, once; the caller's patience counts for it too.
 * An early question that failed is asked again in the usual way.
 */
function takeEarly(path: string, signal: AbortSignal, again: () => Promise<Response>): Promise<Response> | null {
  const answer = window.minerxEarly?.answers[path];
  if (!answer) return null;
  delete window.minerxEarly?.answers[path];
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('No answer in time', 'AbortError')), { once: true });
    answer.catch(again).then(resolve, reject);
  });
}

/** What nobody has asked for by now is old; and the next member on this device gets nothing of the last one. */
export function dropEarly(): void {
  if (window.minerxEarly) window.minerxEarly.answers = {};
}

onSessionEnd(dropEarly);

function queryText(query: unknown): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return entries.length === 0
    ? ''
    : `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`;
}

function refusalOf(answer: Response, json: unknown): Refusal {
  const body = json as {
    err_code?: string;
    err_msg?: string;
    err_fields?: Record<string, string>;
    err_details?: unknown;
    request_id?: string;
  };
  const code = body.err_code ?? 'err_internal';
  const retryAfter = Number(answer.headers.get('Retry-After'));
  if (code === 'err_maintenance') for (const listener of maintenanceListeners) listener();
  return new Refusal({
    code,
    message: body.err_msg,
    status: answer.status,
    ...(body.err_fields && { fields: body.err_fields }),
    ...(body.err_details !== undefined && { details: body.err_details }),
    ...(body.request_id && { requestId: body.request_id }),
    ...(retryAfter > 0 && { retryAfter }),
  });
}

export type Renewal = 'renewed' | 'refused' | 'unreachable';

let renewing: Promise<Renewal> | null = null;

/**
 * Gets a new access token with the refresh cookie. One at a time in this tab, and in turn with the other tabs: whoever waited
 * takes the token that another tab got. Only the server's refusal ends the session; anything else keeps it.
 */
export function renewSession(): Promise<Renewal> {
  renewing ??= withTurn(renewOnce).finally(() => {
    renewing = null;
  });
  return renewing;
}

const withTurn = (work: () => Promise<Renewal>): Promise<Renewal> =>
  'locks' in navigator ? navigator.locks.request('minerx:renew', work) : work();

async function renewOnce(): Promise<Renewal> {
  if (usableToken() !== null) return 'renewed';
  if (!hasSession()) return 'refused';
  try {
    const answer = (await send(refresh, { body: {} })) as { accessToken?: unknown } | undefined;
    if (typeof answer?.accessToken !== 'string') return 'unreachable';
    holdSession(answer.accessToken);
    return 'renewed';
  } catch (error) {
    const refused = error instanceof Refusal && (error.status === 401 || error.status === 403);
    if (!refused) return 'unreachable';
    endSession('refused');
    return 'refused';
  }
}

/** A token that can be used now, renewed if need be; null when there is none to be had. For the feeds. */
export async function accessToken(): Promise<string | null> {
  if (usableToken() === null && hasSession()) await renewSession();
  return usableToken();
}

async function renewOrRefuse(): Promise<void> {
  const renewal = await renewSession();
  if (renewal === 'refused') throw new Refusal({ code: 'err_session_ended', status: 401 });
  if (renewal === 'unreachable') throw new Refusal({ code: 'offline' });
}

/** Ends the session here at once and on the server as soon as it answers. */
export async function logout(): Promise<void> {
  const said = send(logoutCall, { body: {} }).catch(() => undefined);
  endSession('left');
  await said;
}

/** Whether the service is under maintenance; null when nobody answers within a few seconds. */
export async function isUnderMaintenance(): Promise<boolean | null> {
  const answer = await send(maintenance, { timeoutMs: 4000 }).catch(() => null);
  return answer === null ? null : Boolean((answer as { maintenance?: unknown }).maintenance);
}

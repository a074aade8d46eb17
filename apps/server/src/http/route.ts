import { MINUTE_MS } from '@minerx/rules/duration';
import { BY_ITSELF } from '@minerx/contract/operator/session';
import type { BodyOf, Call, QueryOf, ResultOf } from '@minerx/contract/call';
import type { RefusalCode } from '@minerx/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import type { SessionMember, ShownFactor, SignedInOperator } from '../ports.ts';
import { asWork } from '../db/shared-pool.ts';
import { isIdempotencyKey } from '../base/ids.ts';
import { Refusal, refuse } from '../refusal.ts';
import { rememberCaller } from './answer.ts';
import { ConstantAnswer } from './constant-answer.ts';
import { findKnownAccount } from './device-cookie.ts';
import { createLimiter, type Limit } from './limit.ts';
import { acceptUploads, readUpload } from './upload.ts';
import { createVisitorGate } from './visitor-gate.ts';

/** What a route's one call works on, after its gates. */
interface Gated<C extends Call> {
  body: BodyOf<C>;
  query: QueryOf<C>;
  /** Present exactly when the call's session is `member`. */
  member: C['session'] extends 'member' ? SessionMember : undefined;
  /** Present exactly when the call's session is `operator`. */
  operator: C['session'] extends 'operator' ? SignedInOperator : undefined;
  /** Present exactly when the call is idempotent. */
  idempotencyKey: C extends { idempotent: true } ? string : undefined;
  /** The file of a form; null when none was sent. Present exactly when the call takes uploads. */
  file: C extends { upload: object } ? Buffer | null : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Gates {
  /** How often a member (or, without a session, an address) may call. */
  limit: Limit;
  /** Of a body that may be larger than others. */
  bodyBytes?: number;
  /** Checks `member_security_pin` of the body before the handler runs. */
  pin?: true;
}

/** Every route that was added, for `GET /api/openapi.json` and the authorisation matrix. */
export type Routes = { call: Call; gates: Gates; handle?: (gated: never) => Promise<unknown> }[];

export interface Api {
  context: Context;
  http: FastifyInstance;
  routes: Routes;
}

/**
 * Adds a call of the contract as a route: session, rate limit, body, idempotency key, PIN and second factor are its gates, in this
 * order; then the handler, whose value becomes `result`, or the whole answer of a download.
 */
export const addRoute = <C extends Call>(
  api: Api,
  call: C,
  gates: Gates,
  handle: (gated: Gated<C>) => Promise<ResultOf<C>>,
): void => {
  const { context } = api;
  const allowMember = createLimiter(gates.limit, context.clock);
  const allowVisitor = createVisitorGate(context, gates.limit);
  api.routes.push({ call, gates, handle });
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const member = call.session === 'member' ? requireMember(context, request) : undefined;
    const operator = call.session === 'operator' ? await requireOperator(context, request) : undefined;
    if (member) allowMember(String(member.memberId));
    else if (operator) allowMember(operator.operatorId);
    else allowVisitor(request);
    const upload = call.upload ? await readUpload(request, call.upload) : undefined;
    const body = call.body ? parse(call.body, upload ? upload.fields : request.body) : undefined;
    const query = call.query ? parse(call.query, request.query) : undefined;
    const idempotencyKey = call.idempotent ? requireIdempotencyKey(request) : undefined;
    if (gates.pin && member)
      await context.pins.require(member, (body as { member_security_pin: string }).member_security_pin);
    if (call.secondFactor && member)
      await context.secondFactors.require(member.memberId, shownFactor(request, call, idempotencyKey));
    if (call.secondFactor && operator)
      await context.operators.requireFactor(operator, shownFactor(request, call, idempotencyKey));
    const file = upload?.file;
    const result = await handle({ body, query, member, operator, idempotencyKey, file, request, reply } as Gated<C>);
    if (call.download === undefined) return { result };
    reply.type(call.download);
    return result;
  };
  // Strangers take no connection of the database from those who are known.
  const workOf = (request: FastifyRequest): string =>
    call.session === 'public' && findKnownAccount(context, request) !== null ? `${call.path}, known` : call.path;
  const mount = (http: FastifyInstance): void =>
    void http.route({
      method: call.method,
      url: `/api/${call.path}`,
      ...(gates.bodyBytes !== undefined && { bodyLimit: gates.bodyBytes }),
      handler: (request, reply) => asWork(workOf(request), () => handler(request, reply), call.method === 'GET'),
    });
  if (call.upload === undefined) return mount(api.http);
  const limit = call.upload;
  api.http.register(async (scope) => {
    await acceptUploads(scope, limit);
    mount(scope);
  });
};

/** News of a change may get lost on the bus. */
const CONSTANT_MAX_AGE_MS = MINUTE_MS;

/**
 * Adds a public call whose answer is the same for everybody: its limit is its only gate.
 * @returns the answer, to be forgotten when what it is made of changes.
 */
export const addConstantRoute = <C extends Call & { session: 'public' }>(
  api: Api,
  call: C,
  gates: Pick<Gates, 'limit'>,
  load: () => Promise<ResultOf<C>>,
): ConstantAnswer => {
  const answer = new ConstantAnswer(async () => ({ result: await load() }), CONSTANT_MAX_AGE_MS);
  api.routes.push({ call, gates });
  sendConstant(api, `/api/${call.path}`, gates.limit, answer);
  return answer;
};

/** Serves a constant answer at an address that is no call. */
export const sendConstant = ({ http, context }: Api, url: string, limit: Limit, answer: ConstantAnswer): void => {
  const allow = createVisitorGate(context, limit);
  // It brings its own compressed bytes.
  http.get(url, { compress: false }, async (request, reply) => {
    allow(request);
    return answer.send(request, reply);
  });
};

const requireMember = (context: Context, request: FastifyRequest): SessionMember => {
  const header = request.headers.authorization;
  const member = header?.startsWith('Bearer ') ? context.sessions.verify(header.slice(7)) : null;
  if (member === null) return refuse('err_unauthorised');
  rememberCaller(request, member.memberId);
  return member;
};

const requireOperator = ({ operators }: Context, { cookies, headers }: FastifyRequest): Promise<SignedInOperator> =>
  operators.require(cookies, headers[BY_ITSELF.toLowerCase()] !== undefined);

const requireIdempotencyKey = (request: FastifyRequest): string => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && isIdempotencyKey(key) ? key : refuse('err_idempotency_key');
};

/** What a request shows of the second factor. */
export const shownFactor = (request: FastifyRequest, { path }: Call, key?: string): ShownFactor => {
  const shown = request.headers['x-second-factor'];
  const code = typeof shown === 'string' && shown.trim() !== '' ? shown : undefined;
  return { code, call: path, key, body: JSON.stringify(request.body ?? null) };
};

/** Validates with the contract's schema; the first problem of each field becomes its code. */
/** What was sent, as the contract has it. @throws err_validation that names the fields */
export const parse = (schema: z.core.$ZodType, value: unknown): unknown => {
  const outcome = z.safeParse(schema, value ?? {});
  if (outcome.success) return outcome.data;
  const fields: Record<string, RefusalCode> = {};
  for (const issue of outcome.error.issues) {
    const field = issue.path.map(String).join('.') || '_';
    fields[field] ??= (issue.message.startsWith('err_') ? issue.message : 'err_type') as RefusalCode;
  }
  throw new Refusal('err_validation', { fields });
};

import { BY_ITSELF } from '@minerx/contract/operator/session';
import type { Call } from '@minerx/contract/call';
import { refusalSentence, refusalStatus, type RefusalCode } from '@minerx/contract/refusal';
import * as z from 'zod/mini';
import type { Routes } from './route.ts';

const common: RefusalCode[] = ['err_too_many', 'err_internal', 'err_maintenance'];
const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'openapi-3.0', unrepresentable: 'any' });

const failures = (codes: RefusalCode[]) => {
  const byStatus = Map.groupBy(codes, refusalStatus);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.map((code) => `${code}: ${refusalSentence(code)}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  );
};

/** The description of every route, from the schemas that validate it. */
export const describeApi = (routes: Routes, name: string) => ({
  openapi: '3.0.3',
  info: { title: `${name} API`, version: '1', license: { name: 'Terms of service', url: '/legal/terms' } },
  servers: [{ url: '/api' }],
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      operator: {
        type: 'apiKey',
        in: 'cookie',
        name: 'operator',
        description: `A call with the header ${BY_ITSELF} does not keep the session alive.`,
      },
    },
    schemas: { Failure: failureSchema },
  },
  paths: Object.fromEntries(
    [...Map.groupBy(routes, ({ call }) => call.path)].map(([path, sharing]) => [
      `/${path}`,
      Object.fromEntries(sharing.map(({ call }) => [call.method.toLowerCase(), describeCall(call)])),
    ]),
  ),
});

const failureSchema = {
  type: 'object',
  required: ['err_code', 'err_msg', 'request_id'],
  properties: {
    err_code: { type: 'string' },
    err_msg: { type: 'string' },
    err_fields: { type: 'object', additionalProperties: { type: 'string' } },
    err_details: { type: 'object', additionalProperties: { type: 'string' } },
    request_id: { type: 'string' },
  },
};

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', minLength: 8, maxLength: 64 },
};

const secondFactorHeader = {
  name: 'X-Second-Factor',
  in: 'header',
  required: false,
  description:
    'Of operators, and of members who have one: a code of the authenticator app, a recovery code, or `passkey <id>.<clientDataJSON>.<authenticatorData>.<signature>`. Without it err_second_factor asks for it; where there are passkeys, err_details says passkey_challenge, passkey_ids (with blanks) and factor_app.',
  schema: { type: 'string', maxLength: 8192 },
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const FILE = { type: 'string', format: 'binary' };

/** The name of a call in generated clients: `POST order/getById` is `postOrderGetById`. */
const operationId = ({ method, path }: Call): string =>
  [method.toLowerCase(), ...path.split(/[^a-zA-Z0-9]+/)]
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

const SECURITY = { public: [], member: [{ bearer: [] }], operator: [{ operator: [] }] } as const;

const describeCall = (call: Call) => ({
  operationId: operationId(call),
  summary: call.summary,
  security: SECURITY[call.session],
  parameters: [
    ...(call.query ? queryParameters(schemaOf(call.query, 'input')) : []),
    ...(call.idempotent ? [idempotencyHeader] : []),
    ...(call.secondFactor ? [secondFactorHeader] : []),
  ],
  ...(call.body
    ? { requestBody: { required: true, ...bodyContent(call.upload?.field, schemaOf(call.body, 'input')) } }
    : {}),
  responses: {
    200: {
      description: 'Done.',
      ...(call.download === undefined
        ? json({ type: 'object', required: ['result'], properties: { result: schemaOf(call.result, 'output') } })
        : { content: { [call.download]: { schema: FILE } } }),
    },
    ...failures(refusalsOf(call)),
  },
});

const refusalsOf = (call: Call): RefusalCode[] => [
  ...(call.body || call.query ? (['err_validation', 'err_bad_request'] as const) : []),
  ...(call.session === 'public' ? [] : (['err_unauthorised'] as const)),
  ...(call.idempotent ? (['err_idempotency_key', 'err_idempotency_mismatch'] as const) : []),
  ...(call.secondFactor
    ? (['err_second_factor', 'err_factor_wrong', 'err_passkey_wrong', 'err_factor_locked'] as const)
    : []),
  ...call.refusals,
  ...common,
];

/** JSON, or a form with a file beside the same fields. */
const bodyContent = (fileField: string | undefined, schema: { properties?: Record<string, unknown> }) =>
  fileField === undefined
    ? json(schema)
    : {
        content: {
          'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, [fileField]: FILE } } },
        },
      };

const queryParameters = (schema: { properties?: Record<string, unknown>; required?: string[] }) =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));

import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { createDeviceMarks, EARLIER_MARK_LENGTH, MARK_LENGTH } from '../security/device-mark.ts';
import { cookieAttributes, hostCookieName } from './host-cookie.ts';

/**
 * A cookie that outlives sessions and opens nothing: an id of the device with a mark for each account that was signed in on it.
 * A device with the account's mark keeps its own allowance of wrong passwords when somebody else uses up everybody's, and its calls
 * are counted for the account, wherever it stands.
 */

const YEAR_S = 31_536_000;
/** Accounts that one device remembers; the oldest gives way. */
const MOST_ACCOUNTS = 5;
/** 96 random bits. */
const DEVICE_BYTES = 12;
const COOKIE = new RegExp(
  `^[\\w-]{16}(?:\\.(?:[\\w-]{${EARLIER_MARK_LENGTH}}|[\\w-]{${MARK_LENGTH}})){1,${MOST_ACCOUNTS}}$`,
);

type Dependencies = Pick<Context, 'env' | 'random'>;

const read = ({ env }: Pick<Context, 'env'>, request: FastifyRequest): { deviceId: string; marks: string[] } | null => {
  const value = request.cookies[hostCookieName(env, 'device')] ?? '';
  if (!COOKIE.test(value)) return null;
  const [deviceId, ...marks] = value.split('.') as [string, ...string[]];
  return { deviceId, marks };
};

/** Of an account on a device: as we make it now, and as we made it before. */
const marksOf = ({ env }: Pick<Context, 'env'>, deviceId: string, account: string): [string, string] => {
  const { markOf, earlierMarkOf } = createDeviceMarks(env.sessionSecret);
  return [markOf(deviceId, account), earlierMarkOf(deviceId, account)];
};

/** The id of a device on which the account was signed in before, or null. `account`: the email of a member, `operatorAccount` of an operator. */
export const findKnownDevice = (
  context: Pick<Context, 'env'>,
  request: FastifyRequest,
  account: string,
): string | null => {
  const device = read(context, request);
  if (device === null) return null;
  return marksOf(context, device.deviceId, account).some((mark) => device.marks.includes(mark))
    ? device.deviceId
    : null;
};

/** What stands for the account that was signed in on the asking device last; null: it shows none. */
export const findKnownAccount = (context: Pick<Context, 'env'>, request: FastifyRequest): string | null => {
  const device = read(context, request);
  return device && createDeviceMarks(context.env.sessionSecret).accountOf(device.deviceId, device.marks[0]!);
};

/** Marks the device after a sign-in; an earlier mark of the account gives way to the new one. Marks that are not ours are dropped with the next one that is. */
export const markDevice = (
  context: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  account: string,
): void => {
  const before = read(context, request);
  const deviceId = before?.deviceId ?? context.random.bytes(DEVICE_BYTES).toString('base64url');
  const own = marksOf(context, deviceId, account);
  const marks = [own[0], ...(before?.marks ?? []).filter((each) => !own.includes(each))].slice(0, MOST_ACCOUNTS);
  reply.setCookie(hostCookieName(context.env, 'device'), [deviceId, ...marks].join('.'), {
    ...cookieAttributes(context.env),
    maxAge: YEAR_S,
  });
};

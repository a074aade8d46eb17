import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { findKnownAccount } from './device-cookie.ts';
import { createLimiter, createVisitorLimiter, type Limit } from './limit.ts';

/**
 * The limit of those who have not signed in: a device that an account was signed in on counts for that account alone, whoever else
 * asks; all others by their addresses, and together.
 */
export const createVisitorGate = (
  context: Pick<Context, 'env' | 'clock'>,
  limit: Limit,
): ((request: FastifyRequest) => void) => {
  const allowKnown = createLimiter(limit, context.clock);
  const allowStranger = createVisitorLimiter(limit, context.clock);
  return (request) => {
    const account = findKnownAccount(context, request);
    if (account === null) allowStranger(request.ip);
    else allowKnown(account);
  };
};

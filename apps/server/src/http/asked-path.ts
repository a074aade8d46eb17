import type { FastifyRequest } from 'fastify';

/**
 * The path as its route is written, or as it was sent where no call answers it. The router also takes `/%61pi/…` and
 * `http://host/api/…` for `/api/…`: whatever is decided by a path is decided by this one.
 */
export const askedPath = ({ routeOptions, url }: FastifyRequest): string =>
  routeOptions.url === undefined || routeOptions.url === '/*' ? url : routeOptions.url;

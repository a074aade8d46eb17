import { createVisitorLimiter, perMinute } from '../../http/limit.ts';
import type { Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { refuse } from '../../refusal.ts';
import { findPicture } from './picture.query.ts';

/**
 * Pictures of announcements and banners. An `img` sends no access token, so the id that nobody can guess is what opens
 * them. They never change.
 */
export const addPictureRoute = ({ http, context }: Api): void => {
  const allow = createVisitorLimiter(perMinute(600), context.clock);
  http.get<{ Params: { id: string } }>('/api/picture/:id', async ({ params, ip }, reply) => {
    allow(ip);
    const picture = (isUuid(params.id) ? await findPicture(context.pool, params.id) : null) ?? refuse('err_not_found');
    return reply
      .type(picture.mediaType)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(picture.bytes);
  });
};

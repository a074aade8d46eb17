import { perMinute } from '../../http/limit.ts';
import { createVisitorGate } from '../../http/visitor-gate.ts';
import type { Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { refuse } from '../../refusal.ts';
import { findPicture } from './picture.query.ts';

/**
 * Pictures of announcements and banners. An `img` sends no access token, so the id that nobody can guess is what opens
 * them. They never change.
 */
export const addPictureRoute = ({ http, context }: Api): void => {
  const allow = createVisitorGate(context, perMinute(600));
  http.get<{ Params: { id: string } }>('/api/picture/:id', async (request, reply) => {
    allow(request);
    const { params } = request;
    const picture = (isUuid(params.id) ? await findPicture(context.pool, params.id) : null) ?? refuse('err_not_found');
    return reply
      .type(picture.mediaType)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(picture.bytes);
  });
};

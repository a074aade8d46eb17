import { operatorPicture } from '@minerx/contract/operator/news';
import { cleanImage } from '../../base/image.ts';
import type { Context } from '../../context.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { keepPicture } from '../../modules/picture/picture.command.ts';
import { refuse } from '../../refusal.ts';
import { requireRole } from '../desk/desk.ts';
import { actorOf } from '../run-action.ts';

/**
 * Keeps a picture, which no action of the catalogue takes over the network; the action that publishes names it.
 * @param actions the context of actions: it is written on their connections
 */
export const addPictureUpload = (api: Api, actions: Context): void =>
  addRoute(api, operatorPicture, { limit: perMinute(60) }, async ({ operator, file }) => {
    requireRole(operator, 'announcement publish');
    const { content } = await cleanImage(file ?? refuse('err_required'), operator.email);
    return { picture: await keepPicture(actions, content, actorOf(operator)) };
  });

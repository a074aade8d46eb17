import {
  memberNoticeAll,
  memberNoticePush,
  memberNoticePushRemove,
  memberNoticeRead,
  memberNoticeReadAll,
  memberNoticeSettings,
  memberNoticeSettingsModify,
} from '@minerx/contract/notice';
import { DEFAULT_LANGUAGE, type WireLanguage } from '@minerx/rules/wire-language';
import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../base/ids.ts';
import { perMinute } from '../../http/limit.ts';
import { languageOf } from '../../http/refusal-text.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { refuse } from '../../refusal.ts';
import { chooseNotices, readNotice, readNotices } from './notice.command.ts';
import { choiceFrom, presentChoice, presentNotice } from './notice.presenter.ts';
import { getNoticeChoice, listNotices } from './notice.query.ts';
import { subscribePush, unsubscribePush } from './push.command.ts';

/** An id that cannot be one answers like one that is not there. */
const requireId = (id: string): string => (isUuid(id) ? id : refuse('err_not_found'));

const heard = (request: FastifyRequest): WireLanguage => languageOf(request) ?? DEFAULT_LANGUAGE;

export const addNoticeRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, memberNoticeAll, { limit: perMinute(300) }, async ({ member, body, request }) => {
    const before = body.before === undefined ? undefined : requireId(body.before);
    // One more than is shown says whether anything follows.
    const rows = await listNotices(context.pool, member.memberId, { before, limit: body.pageSize + 1 });
    const shown = rows.slice(0, body.pageSize).map((row) => presentNotice(row, heard(request)));
    return { data: shown, more: rows.length > body.pageSize };
  });

  addRoute(api, memberNoticeRead, { limit: perMinute(300) }, async ({ member, body, request }) => {
    const notice = await readNotice(context, member.memberId, requireId(body.id));
    return { notice: presentNotice(notice ?? refuse('err_not_found'), heard(request)) };
  });

  addRoute(api, memberNoticeReadAll, { limit: perMinute(60) }, async ({ member, body }) => {
    await readNotices(context, member.memberId, requireId(body.newest));
    return {};
  });

  addRoute(api, memberNoticeSettings, { limit: perMinute(120) }, async ({ member }) => ({
    ...presentChoice(await getNoticeChoice(context.pool, member.memberId)),
    push_key: context.outside.push?.publicKey ?? null,
  }));

  addRoute(api, memberNoticeSettingsModify, { limit: perMinute(60) }, async ({ member, body }) => {
    await chooseNotices(context, member.memberId, choiceFrom(body));
    return {};
  });

  addRoute(api, memberNoticePush, { limit: perMinute(30) }, async ({ member, body }) => {
    await subscribePush(context, member, body);
    return {};
  });

  addRoute(api, memberNoticePushRemove, { limit: perMinute(30) }, async ({ member, body }) => {
    await unsubscribePush(context, member.memberId, body.endpoint);
    return {};
  });
};

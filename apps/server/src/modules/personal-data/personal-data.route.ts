import { Readable } from 'node:stream';
import { accountDelete, deletionCodeRequest, deletionState } from '@minerx/contract/deletion';
import { dataExport, dataFile } from '@minerx/contract/personal-data';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { clearSessionCookie, transportOf } from '../session/session.cookie.ts';
import { deleteAccount, listDeletionCauses, requestDeletionCode } from './deletion.command.ts';
import { writePersonalData } from './personal-data-file.ts';
import { askForData, requireDataTicket } from './personal-data.command.ts';

/** Everything that is held of a member, as a file, and the end of it. */
export const addPersonalDataRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, dataExport, { limit: perMinute(30), pin: true }, async ({ member }) => ({
    data_ticket: await askForData(context, member),
  }));

  addRoute(api, deletionState, { limit: perMinute(120) }, async ({ member }) => ({
    causes: await listDeletionCauses(context.pool, member.memberId, new Date(context.expiryClock.now())),
  }));

  addRoute(api, deletionCodeRequest, { limit: perMinute(30), pin: true }, async ({ member }) => {
    await requestDeletionCode(context, member.memberId);
    return {};
  });

  addRoute(api, accountDelete, { limit: perMinute(30), pin: true }, async ({ member, body, request, reply }) => {
    await deleteAccount(context, member, body.verify_code);
    if (transportOf(request) === 'cookie') clearSessionCookie(context.env, reply);
    return {};
  });

  addRoute(api, dataFile, { limit: perMinute(6) }, async ({ member, query, reply }) => {
    requireDataTicket(context, member, query.ticket);
    reply.header('Content-Disposition', 'attachment; filename="my-data.json"');
    return Readable.from(writePersonalData(context, member.memberId, new Date(context.clock.now())));
  });
};

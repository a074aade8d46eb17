import { Readable } from 'node:stream';
import { dataExport, dataFile } from '@minerx/contract/personal-data';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { writePersonalData } from './personal-data-file.ts';
import { askForData, requireDataTicket } from './personal-data.command.ts';

/** Everything that is held of a member, as a file. */
export const addPersonalDataRoutes = (api: Api): void => {
  const { context } = api;

  addRoute(api, dataExport, { limit: perMinute(30), pin: true }, async ({ member }) => ({
    data_ticket: await askForData(context, member),
  }));

  addRoute(api, dataFile, { limit: perMinute(6) }, async ({ member, query, reply }) => {
    requireDataTicket(context, member, query.ticket);
    reply.header('Content-Disposition', 'attachment; filename="my-data.json"');
    return Readable.from(writePersonalData(context.pool, member.memberId, new Date(context.clock.now())));
  });
};

import { setTimeout as sleep } from 'node:timers/promises';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { attachFeeds, type SocketGate } from '../feeds/attach.ts';
import { createMarketFeed } from '../feeds/market-feed.ts';
import { createTicketFeed } from '../feeds/ticket-feed.ts';
import { ConstantAnswer } from '../http/constant-answer.ts';
import { createHostCheck } from '../http/host.ts';
import { installMaintenance } from '../http/maintenance.ts';
import { describeApi } from '../http/openapi.ts';
import { perMinute } from '../http/limit.ts';
import { sendConstant, type Api, type Routes } from '../http/route.ts';
import { refuseSocket } from '../http/raw-answer.ts';
import { ARRIVAL, createHttp } from '../http/server.ts';
import { serveConsole, serveWeb } from '../http/served/static.ts';
import { addAnnouncementRoutes } from '../modules/announcement/announcement.route.ts';
import { addBlessingRoutes } from '../modules/blessing/blessing.route.ts';
import { addCommunityRoutes } from '../modules/community/community.route.ts';
import { addDepositRoutes } from '../modules/deposit/deposit.route.ts';
import { addDashboardRoutes } from '../modules/dashboard/dashboard.route.ts';
import { addTermsRoutes } from '../modules/terms/terms.route.ts';
import { addMemberRoutes } from '../modules/member/member.route.ts';
import { addEmailChangeRoutes } from '../modules/member/security/email-change.route.ts';
import { addPasskeyRoutes } from '../modules/member/second-factor/passkey.route.ts';
import { addSecondFactorRoutes } from '../modules/member/second-factor/second-factor.route.ts';
import { addWithdrawalAddressRoutes } from '../modules/member/withdrawal-address/withdrawal-address.route.ts';
import { addCountryRoutes } from '../modules/country/country.route.ts';
import { addMinerPackageRoutes } from '../modules/miner-package/miner-package.route.ts';
import { addOrderRoutes } from '../modules/order/order.route.ts';
import { addNoticeRoutes } from '../modules/notice/notice.route.ts';
import { addNftPictureRoute } from '../modules/nft/nft-picture.route.ts';
import { addWithdrawalRoutes } from '../modules/withdrawal/withdrawal.route.ts';
import { addNftRoutes } from '../modules/nft/nft.route.ts';
import { addNftCollectionRoutes } from '../modules/nft-collection/nft-collection.route.ts';
import { addPersonalDataRoutes } from '../modules/personal-data/personal-data.route.ts';
import { addProfileRoutes } from '../modules/profile/profile.route.ts';
import { createFirstAnswers } from '../modules/session/first-answers.ts';
import { addSessionRoutes } from '../modules/session/session.route.ts';
import { ChosenLanguages } from '../modules/member/chosen-language.ts';
import { getSetting } from '../modules/setting/setting.query.ts';
import { addSystemRoutes } from '../modules/system/system.route.ts';
import { addPictureRoute } from '../modules/picture/picture.route.ts';
import { addPurchaseRoutes } from '../modules/purchase/purchase.route.ts';
import { addStakingRoutes } from '../modules/staking/staking.route.ts';
import { addTeamRoutes } from '../modules/team/team.route.ts';
import { addMarketRoutes } from '../modules/market/market.route.ts';
import { addTransactionRoutes } from '../modules/transaction/transaction.route.ts';
import { addTicketRoutes } from '../modules/ticket/ticket.route.ts';
import { createMeasurements } from '../modules/telemetry/measurements.ts';
import { addOperatorRoutes } from '../operator/operator.route.ts';
import { createReadings } from '../modules/telemetry/readings.ts';
import { addSwapRoutes } from '../modules/swap/swap.route.ts';
import { addTransferRoutes } from '../modules/transfer/transfer.route.ts';
import { addVoucherRoutes } from '../modules/voucher/voucher.route.ts';
import { addWalletRoutes } from '../modules/wallet/wallet.route.ts';
import { installSigns } from './signs.ts';

export interface App {
  http: FastifyInstance;
  routes: Routes;
  /** Reads the figures of `/metrics` that nobody counts as they happen. */
  measure(): Promise<void>;
  /** Lets proxies see that it leaves, then sends the sockets away, answers what is under way, and stops listening. */
  close(): Promise<void>;
}

/** The HTTP side and the feeds over a context. Tests call this with their own context; `main.ts` listens. */
export const buildApp = async (given: Context, arrival = ARRIVAL): Promise<App> => {
  // Whatever answers somebody does so on the connections of requests.
  const context: Context = { ...given, pool: given.requestPool };
  const { env } = context;
  const newRequestId = (): string => context.random.bytes(9).toString('base64url');
  const languages = new ChosenLanguages(context);
  const http = createHttp(context, {
    arrival,
    newRequestId,
    findChosen: (memberId, mayAsk) => languages.of(memberId, mayAsk),
  });
  http.addHook('onClose', async () => languages.close());
  const maintenance = await installMaintenance(
    http,
    context,
    async () => (await getSetting(context.pool, 'maintenance')).maintenance,
  );
  await http.register(cookie);
  // What is made for one answer alone: gzip takes half of Brotli’s processor for a sixteenth more bytes, and with little memory to clear
  // half of that for a twentieth more. What is small is packed at once, whatever the machine: by a stream it costs several times as much.
  await http.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['gzip', 'br'],
    syncThreshold: 16_384,
    zlibOptions: { level: 2, windowBits: 13, memLevel: 6 },
  });

  const readings = createReadings(context);
  const api: Api = { context, http, routes: [] };
  addRoutes(api, createMeasurements(context, readings));
  addOperatorRoutes(api, given);
  const description = new ConstantAnswer(() => describeApi(api.routes, env.brand.name));
  sendConstant(api, '/api/openapi.json', perMinute(120), description);
  await serveConsole(http);
  await serveWeb(http, createFirstAnswers(api));
  const gate: SocketGate = {
    isForUs: createHostCheck(env),
    isClosed: maintenance.isOn,
    refuse: (socket, status, code) => refuseSocket(socket, env, [status, code], newRequestId()),
  };
  const feeds = attachFeeds(context, http.server, readings, gate, [
    createMarketFeed(context),
    createTicketFeed(context),
  ]);
  maintenance.whenItBegins(feeds.close);
  let leaving = false;
  const measure = installSigns(http, context, feeds.counts, () => leaving);
  await readings.loaded;

  return {
    http,
    routes: api.routes,
    measure,
    close: async () => {
      leaving = true;
      await sleep(env.drainSeconds * 1000);
      feeds.stop();
      await http.close();
      readings.close();
    },
  };
};

const addRoutes = (api: Api, measurements: ReturnType<typeof createMeasurements>): void => {
  addSessionRoutes(api);
  addMemberRoutes(api);
  addEmailChangeRoutes(api);
  addSecondFactorRoutes(api);
  addPasskeyRoutes(api);
  addTermsRoutes(api);
  addWithdrawalAddressRoutes(api);
  addSystemRoutes(api);
  addCountryRoutes(api);
  addMarketRoutes(api);
  addProfileRoutes(api);
  addPersonalDataRoutes(api);
  addWalletRoutes(api);
  addDepositRoutes(api);
  addTransactionRoutes(api);
  addCommunityRoutes(api);
  addMinerPackageRoutes(api);
  addPurchaseRoutes(api);
  addVoucherRoutes(api);
  addBlessingRoutes(api);
  addOrderRoutes(api, measurements);
  addStakingRoutes(api);
  addTransferRoutes(api);
  addSwapRoutes(api);
  addTeamRoutes(api);
  addTicketRoutes(api);
  addNoticeRoutes(api);
  addNftRoutes(api);
  addWithdrawalRoutes(api);
  addNftPictureRoute(api);
  addDashboardRoutes(api, measurements);
  addAnnouncementRoutes(api);
  addNftCollectionRoutes(api);
  addPictureRoute(api);
};

import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { attachFeeds, type SocketGate } from './feeds/attach.ts';
import { createMarketFeed } from './feeds/market-feed.ts';
import { socketsOfThisProcess } from './feeds/socket-limits.ts';
import { createSupportFeed } from './feeds/support-feed.ts';
import { installAnswers } from './http/answer.ts';
import { ConstantAnswer } from './http/constant-answer.ts';
import { installHealth } from './http/health.ts';
import { namesOurHost } from './http/host.ts';
import { installMaintenance } from './http/maintenance.ts';
import { installMetrics } from './http/metrics.ts';
import { describeApi } from './http/openapi.ts';
import { perMinute } from './http/limit.ts';
import { sendConstant, type Api, type Routes } from './http/route.ts';
import { answerBadAddress, answerSocket, answerUnreadable } from './http/raw-answer.ts';
import { installSecurity } from './http/security.ts';
import { serveConsole, serveWeb, WEB_DIST } from './http/static.ts';
import { addAnnouncementRoutes } from './modules/announcement/announcement.route.ts';
import { addBlessingRoutes } from './modules/blessing/blessing.route.ts';
import { addCommunityRoutes } from './modules/community/community.route.ts';
import { addDepositRoutes } from './modules/deposit/deposit.route.ts';
import { addDashboardRoutes } from './modules/dashboard/dashboard.route.ts';
import { addTermsRoutes } from './modules/terms/terms.route.ts';
import { addMemberRoutes } from './modules/member/member.route.ts';
import { addWithdrawalAddressRoutes } from './modules/member/withdrawal-address/withdrawal-address.route.ts';
import { addCountryRoutes } from './modules/country/country.route.ts';
import { addMinerPackageRoutes } from './modules/miner-package/miner-package.route.ts';
import { addOrderRoutes } from './modules/order/order.route.ts';
import { addNftPictureRoute } from './modules/nft/nft-picture.route.ts';
import { addWithdrawalRoutes } from './modules/withdrawal/withdrawal.route.ts';
import { addNftRoutes } from './modules/nft/nft.route.ts';
import { addNftCollectionRoutes } from './modules/nft-collection/nft-collection.route.ts';
import { addProfileRoutes } from './modules/profile/profile.route.ts';
import { addSessionRoutes } from './modules/session/session.route.ts';
import { ChosenLanguages } from './modules/member/chosen-language.ts';
import { getSetting } from './modules/setting/setting.query.ts';
import { addSystemRoutes } from './modules/system/system.route.ts';
import { readVitalSigns } from './modules/system/vital-signs.query.ts';
import { addPictureRoute } from './modules/picture/picture.route.ts';
import { addPurchaseRoutes } from './modules/purchase/purchase.route.ts';
import { addStakingRoutes } from './modules/staking/staking.route.ts';
import { addTeamRoutes } from './modules/team/team.route.ts';
import { findPayoutFreeze } from './modules/integrity/payout-freeze.store.ts';
import { listDifferences } from './modules/reconciliation/reconciliation.query.ts';
import { addMarketRoutes } from './modules/market/market.route.ts';
import { addTransactionRoutes } from './modules/transaction/transaction.route.ts';
import { addTicketRoutes } from './modules/ticket/ticket.route.ts';
import { createMeasurements } from './modules/telemetry/measurements.ts';
import { addOperatorRoutes } from './operator/operator.route.ts';
import { createReadings } from './modules/telemetry/readings.ts';
import { addSwapRoutes } from './modules/swap/swap.route.ts';
import { addTransferRoutes } from './modules/transfer/transfer.route.ts';
import { addVoucherRoutes } from './modules/voucher/voucher.route.ts';
import { addWalletRoutes } from './modules/wallet/wallet.route.ts';

export interface App {
  http: FastifyInstance;
  routes: Routes;
  /** Sends the sockets away, answers what is under way, and stops listening. */
  close(): Promise<void>;
}

const BODY_LIMIT = 64 * 1024;
/** How long a request may take to arrive, head and body, and how often those that take longer are looked for. */
const ARRIVAL = { withinMs: 30_000, lookEveryMs: 5000 };

const readAlarms = async (pool: Context['probe']) => ({
  freeze: await findPayoutFreeze(pool),
  refusedTip: await getSetting(pool, 'network_tip_refused'),
  chainDifferences: (await listDifferences(pool)).length,
});

/** The HTTP side and the feeds over a context. Tests call this with their own context; `main.ts` listens. */
export const buildApp = async (given: Context, arrival = ARRIVAL): Promise<App> => {
  // Whatever answers somebody does so on the connections of requests.
  const context: Context = { ...given, pool: given.requestPool };
  const { env } = context;
  const newRequestId = (): string => context.random.bytes(9).toString('base64url');
  const http = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: env.trustProxy > 0 && ((_address: string, hop: number) => hop < env.trustProxy),
    requestTimeout: arrival.withinMs,
    // The head's own limit is named as well: Node has 60 s for it, and takes the longer of the two for the whole request.
    http: {
      requestTimeout: arrival.withinMs,
      headersTimeout: arrival.withinMs,
      connectionsCheckingInterval: arrival.lookEveryMs,
    },
    genReqId: newRequestId,
    frameworkErrors: answerBadAddress(env),
    clientErrorHandler: answerUnreadable(env, newRequestId),
    // Our own log line below holds what is allowed and nothing else.
    logger: false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  // Beyond this not even the database could be reached any more.
  http.server.maxConnections = socketsOfThisProcess();
  logRequests(http, context);
  const languages = new ChosenLanguages(context);
  http.addHook('onClose', async () => languages.close());
  installAnswers(http, context.log, (memberId, mayAsk) => languages.of(memberId, mayAsk));
  await installSecurity(http, context, WEB_DIST);
  const maintenance = await installMaintenance(
    http,
    context,
    async () => (await getSetting(context.pool, 'maintenance')).maintenance,
  );
  await http.register(cookie);
  await http.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });

  const readings = createReadings(context);
  const api: Api = { context, http, routes: [] };
  addRoutes(api, createMeasurements(context, readings));
  addOperatorRoutes(api, given);
  const description = new ConstantAnswer(() => describeApi(api.routes, env.brand.name));
  sendConstant(api, '/api/openapi.json', perMinute(120), description);
  installHealth(http, context, () => readAlarms(context.probe));
  await serveConsole(http);
  await serveWeb(http);
  const gate: SocketGate = {
    isForUs: (request) => namesOurHost(request, env),
    isClosed: maintenance.isOn,
    refuse: (socket, status, code) => answerSocket(socket, env, [status, code], newRequestId()),
  };
  const feeds = attachFeeds(context, http.server, readings, gate, [
    createMarketFeed(context),
    createSupportFeed(context),
  ]);
  maintenance.whenItBegins(feeds.close);
  installMetrics(http, context, {
    feeds: feeds.counts,
    signs: () => readVitalSigns(context.pool, context.clock.now()),
  });
  await readings.loaded;

  return {
    http,
    routes: api.routes,
    close: async () => {
      feeds.stop();
      await http.close();
      readings.close();
    },
  };
};

const addRoutes = (api: Api, measurements: ReturnType<typeof createMeasurements>): void => {
  addSessionRoutes(api);
  addMemberRoutes(api);
  addTermsRoutes(api);
  addWithdrawalAddressRoutes(api);
  addSystemRoutes(api);
  addCountryRoutes(api);
  addMarketRoutes(api);
  addProfileRoutes(api);
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
  addNftRoutes(api);
  addWithdrawalRoutes(api);
  addNftPictureRoute(api);
  addDashboardRoutes(api, measurements);
  addAnnouncementRoutes(api);
  addNftCollectionRoutes(api);
  addPictureRoute(api);
};

const logRequests = (http: FastifyInstance, { log }: Context): void => {
  http.addHook('onResponse', async (request, reply) => {
    log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        request_id: request.id,
      },
      'request',
    );
  });
};

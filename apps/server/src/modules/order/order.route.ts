import {
  orderGetById,
  orderHashrate,
  orderRewards,
  orderRewardsExport,
  packageOrder,
  packageOrderActivate,
  packageOrderCancel,
  packageOrderQueue,
} from '@minerx/contract/order';
import { formatUnits } from '@minerx/rules/money';
import { CANCELLED, DISCONNECTED, ENDED, WAITING_STOCK, type OrderFilter } from '@minerx/rules/order-status';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { pageOrRow } from '../../base/page.ts';
import { refuse } from '../../refusal.ts';
import { activateOrder } from './activation.command.ts';
import type { OrderMeasurements } from './order-measurements.query.ts';
import {
  presentOrder,
  presentPoint,
  presentPayment,
  presentRefund,
  presentReward,
  presentStockOrder,
  presentToday,
  sharesOf,
} from './order.presenter.ts';
import {
  findLastAnswer,
  findOrder,
  listOrders,
  listQueuedOrders,
  listReadyOrders,
  listMoved,
  type OrderRow,
} from './order.query.ts';
import { Readable } from 'node:stream';
import { writeReceipts } from './receipts.ts';
import { cancelWaitingOrder } from './waiting-order.command.ts';
import { listProvisionalDays, listRewardOf, listRewards } from './reward.query.ts';

/** An id that cannot be one answers like one that is not there. */
const requireId = (id: string): string => (isUuid(id) ? id : refuse('err_not_found'));

const requireOrder = async ({ pool }: Api['context'], memberId: bigint, id: string): Promise<OrderRow> =>
  (await findOrder(pool, memberId, requireId(id))) ?? refuse('err_not_found');

export const addOrderRoutes = (api: Api, measurements: OrderMeasurements): void => {
  const { pool, funnel } = api.context;

  addRoute(api, packageOrder, { limit: perMinute(1200) }, async ({ member, body }) => {
    const { rows, total } = await listOrders(pool, member.memberId, {
      ...body,
      filter: body.filter as OrderFilter | undefined,
    });
    return {
      data: rows.map((row) => presentOrder(row, measurements)),
      paginator: { page: body.page, pageSize: body.pageSize, total },
    };
  });

  addRoute(api, packageOrderQueue, { limit: perMinute(600) }, async ({ member }) => {
    const [rows, ready] = await Promise.all([
      listQueuedOrders(pool, member.memberId),
      listReadyOrders(pool, member.memberId),
    ]);
    const [outOfStock, queue] = partition(rows, (row) => row.status === WAITING_STOCK);
    return {
      queue: queue.map((row) => presentOrder(row, measurements, row.place)),
      outOfStock: outOfStock.map((row) => presentStockOrder(row, measurements)),
      ready: ready.map((row) => presentOrder(row, measurements)),
    };
  });

  addRoute(api, orderGetById, { limit: perMinute(600) }, async ({ member, query }) => {
    const order = await requireOrder(api.context, member.memberId, query.id);
    const moved = (kind: 'purchase' | 'refund') => listMoved(pool, { id: order.id, memberId: member.memberId }, kind);
    return {
      order: presentOrder(order, measurements),
      payment: presentPayment(await moved('purchase')),
      total_mined: formatUnits(order.minedSat),
      device_count: sharesOf(order).length,
      last_answer_date:
        order.status === DISCONNECTED ? ((await findLastAnswer(pool, order.id))?.toISOString() ?? null) : null,
      ended_date: order.status === ENDED ? (order.endedAt?.toISOString() ?? null) : null,
      refund: order.status === CANCELLED ? presentRefund(order, await moved('refund')) : null,
    };
  });

  addRoute(api, orderHashrate, { limit: perMinute(300) }, async ({ member, query }) => {
    const order = await requireOrder(api.context, member.memberId, query.id);
    const points = await measurements.hashrateSeries(order.id);
    return { points: points.map(presentPoint) };
  });

  addRoute(api, packageOrderActivate, { limit: perMinute(120) }, async ({ member, body, idempotencyKey }) =>
    funnel.run(activateOrder(member.memberId, requireId(body.id), idempotencyKey)),
  );

  addRoute(api, packageOrderCancel, { limit: perMinute(120) }, async ({ member, body, idempotencyKey }) =>
    funnel.run(cancelWaitingOrder(member.memberId, requireId(body.id), idempotencyKey)),
  );

  addRewardRoutes(api, measurements);
};

/** What an order earned, and the receipts for it. */
const addRewardRoutes = (api: Api, measurements: OrderMeasurements): void => {
  const { pool, clock } = api.context;

  addRoute(api, orderRewards, { limit: perMinute(300) }, async ({ member, body }) => {
    const order = await requireOrder(api.context, member.memberId, body.id);
    const [{ rows, total }, today, provisionalDays] = await Promise.all([
      pageOrRow(
        { ...body, id: body.transaction_id },
        () => listRewards(pool, order.id, body),
        (id) => listRewardOf(pool, order.id, id),
      ),
      measurements.todayOfOrder(order.id),
      listProvisionalDays(pool, order.id, new Date(clock.now()).toISOString().slice(0, 10)),
    ]);
    const provisional = await Promise.all(provisionalDays.map((day) => measurements.dayOfOrder(order.id, day)));
    return {
      data: rows.map(presentReward),
      paginator: { page: body.page, pageSize: body.pageSize, total },
      today: today && presentToday(today),
      provisional_days: provisionalDays,
      provisional: provisional.filter((each) => each !== null).map(presentToday),
    };
  });

  addRoute(api, orderRewardsExport, { limit: perMinute(6) }, async ({ member, reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="receipts.json"');
    return Readable.from(writeReceipts(pool, member.memberId));
  });
};

const partition = <T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] => [
  items.filter(belongs),
  items.filter((item) => !belongs(item)),
];

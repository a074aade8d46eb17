import type { Page } from '@playwright/test';
import { ACTIVATED, ENDED, READY, type Order } from './orders.ts';

interface Answer {
  result: { data: Order[]; ready: Order[]; paginator: object };
}

/** Shows the demo member's own orders over and over: so many current ones, and so many that wait to be activated. */
export const showManyOrders = async (page: Page, count: number, waiting: number): Promise<void> => {
  const again = (own: readonly Order[], many: number, from: number): Order[] =>
    Array.from({ length: many }, (_, place) => {
      const number = String(from + place + 1).padStart(2, '0');
      return { ...own[place % own.length]!, id: `many-${number}`, package_order_serial_no: `X1-MANY-${number}` };
    });
  await page.route('**/api/package/order', async (route) => {
    const body = route.request().postDataJSON() as { page: number; pageSize: number; filter?: string };
    const response = await route.fetch({ postData: { page: 1, pageSize: 100 } });
    // Without a session yet: asked again with one.
    if (!response.ok()) return route.fulfill({ response });
    const answer = (await response.json()) as Answer;
    const ofStatus = (wanted: number) =>
      answer.result.data.filter(({ package_order_status: status }) => status === wanted);
    const current = again(ofStatus(body.filter === 'ended' ? ENDED : ACTIVATED), count, 0);
    const isAll = body.filter === undefined || body.filter === 'all';
    const rows = isAll ? [...again(ofStatus(READY), waiting, count), ...current] : current;
    const from = (body.page - 1) * body.pageSize;
    const data = rows.slice(from, from + body.pageSize);
    const paginator = { page: body.page, pageSize: body.pageSize, total: rows.length };
    await route.fulfill({ json: { result: { ...answer.result, data, paginator } } });
  });
  await page.route('**/api/package/order/queue', async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const answer = (await response.json()) as Answer;
    const own = answer.result.ready.filter((order) => order.package_order_status === READY);
    await route.fulfill({ json: { result: { ...answer.result, ready: again(own, waiting, count) } } });
  });
};

import type { Page, Route } from '@playwright/test';

/** Answers in place of the server's, of the shape of its contract: as many rows as a goal names, for the browser alone. */

/** Members of the first level; each has as many below, so that with all of them open there are 5 040 rows. */
const SPONSORS = 70;
const BELOW_EACH = 71;
export const TREE_ROWS = SPONSORS * (1 + BELOW_EACH);
export const ORDERS = 1000;

const LEVEL_PAGE = 50;

const usernameOf = (sponsor: number, below?: number): string =>
  below === undefined ? `sponsor${sponsor}` : `member${sponsor}x${below}`;

/** The very last row of the tree when everything is open. */
export const LAST_MEMBER = usernameOf(SPONSORS - 1, BELOW_EACH - 1);

const node = (name: string, generation: number, directSponsor: number) => ({
  member_username: name,
  generation,
  ranking: { ranking_name: 'Member' },
  foundation: generation === 1,
  legacy: false,
  member_created_date: '2026-05-17T08:30:00.000Z',
  member_capital: '1000',
  direct_sponsor: directSponsor,
  direct_sales: directSponsor > 0 ? '71000' : '0',
  group_sponsor: directSponsor,
  group_sales: directSponsor > 0 ? '71000' : '0',
  downline: [],
});

const level = (query: URLSearchParams) => {
  const of = query.get('member_username');
  const names =
    of === null
      ? Array.from({ length: SPONSORS }, (_, sponsor) => usernameOf(sponsor))
      : Array.from({ length: BELOW_EACH }, (_, below) => usernameOf(Number(/\d+/.exec(of)?.[0]), below));
  const from = query.get('after') === null ? 0 : names.indexOf(query.get('after')!) + 1;
  const shown = names.slice(from, from + LEVEL_PAGE);
  const data = shown.map((name) => node(name, of === null ? 1 : 2, of === null ? BELOW_EACH : 0));
  return { data, next: from + LEVEL_PAGE < names.length ? shown.at(-1)! : null };
};

const order = (number: number) => ({
  id: `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  package_order_id: `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  package_order_no: `MX${String(number).padStart(10, '0')}`,
  package_order_created_date: '2026-10-20T08:30:00.000Z',
  package_order_activated_date: '2026-10-20T09:30:00.000Z',
  package_order_isvoucher: false,
  package_order_shared: false,
  package_order_amount: '1000',
  package_order_max_profit: '2500',
  package_order_profit_balance: '2400',
  package_order_packageid: 1,
  package_order_serial_no: `X1-${String(number).padStart(12, '0')}`,
  // Ended ones only: the feed has no figures for orders that do not exist.
  package_order_status: 9,
  queue: 0,
  package_name: 'X1 MAX',
  package_activate_price: '10',
  hashrate: null,
  simulated: true,
});

/** The serial of the last order. */
export const LAST_ORDER = order(ORDERS - 1).package_order_serial_no;

const answer = (route: Route, result: unknown): Promise<void> =>
  route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify({ result }) });

/** Takes the place of the server for the two lists; everything else is its own answer. */
export const lengthenLists = async (page: Page): Promise<void> => {
  await page.route(/\/api\/member\/myteam\/search/, (route) =>
    answer(route, level(new URL(route.request().url()).searchParams)),
  );
  await page.route(/\/api\/package\/order\/queue$/, (route) => answer(route, { queue: [], outOfStock: [], ready: [] }));
  await page.route(/\/api\/package\/order$/, (route) => {
    const { page: number, pageSize } = route.request().postDataJSON() as { page: number; pageSize: number };
    const from = (number - 1) * pageSize;
    const data = Array.from({ length: Math.max(0, Math.min(pageSize, ORDERS - from)) }, (_, place) =>
      order(from + place),
    );
    return answer(route, { data, paginator: { page: number, pageSize, total: ORDERS } });
  });
};

import type { Call } from '@minerx/contract/call';
import type { TestApp } from '../app.ts';
import type { Items, Row } from './authorisation-row.ts';
import { fresh } from './authorisation-world.ts';

export type Headers = Readonly<Record<string, string>>;

export interface Answered {
  /** `200`, or status and code. */
  readonly outcome: string;
  /** The whole answer without what differs between any two requests. */
  readonly bytes: string;
  readonly text: string;
}

export const routeOf = ({ method, path }: Call): string => `${method} ${path}`;
export const nameOf = ({ route, way }: Row): string => (way ? `${route} (${way})` : route);

const asForm = (values: Record<string, unknown>): { type: string; text: string } => {
  const parts = Object.entries(values).map(
    ([name, value]) => `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  return { type: 'multipart/form-data; boundary=part', text: `${parts.join('')}--part--\r\n` };
};

/** Asks the app as a row says. */
export const sender = (app: TestApp) => {
  const routeFor = (row: Row): TestApp['routes'][number] => app.routes.find(({ call }) => routeOf(call) === row.route)!;

  const values = async (row: Row, given: Record<string, unknown>, headers: Headers, key: string): Promise<Answered> => {
    const { call } = routeFor(row);
    const query = call.method === 'GET' ? `?${new URLSearchParams(given as Record<string, string>).toString()}` : '';
    const form = call.upload ? asForm(given) : null;
    const answer = await app.http.inject({
      method: call.method,
      url: `/api/${call.path}${query}`,
      headers: { ...headers, ...(form ? { 'content-type': form.type } : {}), 'idempotency-key': key },
      ...(call.method === 'POST' ? { payload: form?.text ?? given } : {}),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const said = (isJson ? answer.json() : {}) as { request_id?: string; err_code?: string };
    const { date: _, ...told } = answer.headers;
    return {
      outcome: said.err_code === undefined ? String(answer.statusCode) : `${answer.statusCode} ${said.err_code}`,
      bytes: `${answer.statusCode} ${JSON.stringify(told)} ${said.request_id ? answer.body.replace(said.request_id, '') : answer.body}`,
      text: answer.body,
    };
  };

  const row = (asked: Row, items: Items, headers: Headers, key = fresh()): Promise<Answered> =>
    values(asked, asked.send(items, fresh), headers, key);

  return { routeFor, values, row };
};

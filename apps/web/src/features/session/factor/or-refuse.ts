import { Refusal } from '../../../base/refusal.ts';

/** What a browser says against a passkey, but that its owner does not want to, is said as the server says it. */
export const orRefuse = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch(() => {
    throw new Refusal({ code: 'err_passkey_wrong', status: 422 });
  });

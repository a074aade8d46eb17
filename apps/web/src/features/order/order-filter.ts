import type { OrderFilter } from '@minerx/rules/order-status';
import { onSessionEnd } from '../../base/session.ts';
import { makeStore } from '../../base/storage/store.ts';

/** Which orders the list shows: coming back finds the same. */
export const orderFilter = makeStore<OrderFilter>('all');

onSessionEnd(() => orderFilter.set('all'));

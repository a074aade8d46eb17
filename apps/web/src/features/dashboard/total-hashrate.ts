import { ACTIVATED } from '@minerx/rules/order-status';
import { useEffect, useEffectEvent, useState } from 'react';
import { hashrates } from '../../feeds/hashrates.ts';
import type { LiveOrder } from './dashboard.api.ts';

/** A reading older than this is no part of a live total. */
const FRESH_MS = 10_000;

/** Sum of what the orders do now, Th/s; an order that is down or silent adds nothing. Null while nothing was heard at all. @internal */
export function totalOf(
  orders: readonly LiveOrder[],
  readingOf: (serial: string) => { ths: number | null; at: number } | undefined,
  now: number,
): number | null {
  let [total, heard] = [0, false];
  for (const { serial, status } of orders) {
    const reading = readingOf(serial);
    if (!reading || now - reading.at > FRESH_MS) continue;
    heard = true;
    if (status === ACTIVATED) total += reading.ths ?? 0;
  }
  return heard ? total : null;
}

/**
 * The live total, recomputed every second; it stands still while the page is hidden, and keeps its last value while the
 * feed is silent. Until the feed has spoken it is the sum of what was loaded.
 */
export function useTotalHashrate(orders: readonly LiveOrder[]): number | null {
  const [total, setTotal] = useState<number | null>(null);
  const recompute = useEffectEvent(() => {
    if (document.hidden) return;
    const next = totalOf(orders, hashrates.get, Date.now());
    if (next !== null) setTotal(next);
  });
  useEffect(() => {
    recompute();
    const timer = setInterval(() => recompute(), 1000);
    return () => clearInterval(timer);
  }, []);
  if (total !== null) return total;
  return orders.length === 0
    ? null
    : orders.reduce((sum, order) => sum + (order.status === ACTIVATED ? (order.hashrateThs ?? 0) : 0), 0);
}

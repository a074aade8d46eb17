import { Histogram, type Registry } from 'prom-client';

const NAME = 'feed_delivery_seconds';

/** Tells the metrics how late messages of a feed are; all feeds share one histogram. One observation a message, not one a socket: ten thousand would cost more than writing to them. */
export const createDelivery = (metrics: Registry, feed: string): ((lateMs: number) => void) => {
  const seconds =
    (metrics.getSingleMetric(NAME) as Histogram<'feed'> | undefined) ??
    new Histogram({
      name: NAME,
      help: 'From when a message of a feed was there, or due, until the last socket it was for was written to.',
      labelNames: ['feed'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [metrics],
    });
  return (lateMs) => seconds.observe({ feed }, lateMs / 1000);
};

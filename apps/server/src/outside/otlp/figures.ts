import { ValueType, type HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics';
import type { DataPoint, Histogram, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from 'prom-client';

/** What `/metrics` tells, in the words of OpenTelemetry: each figure is measured once, whoever asks. */
export const figuresOf = (metrics: Registry, measure: () => Promise<void>, resource: Resource): MetricProducer => {
  const startTime = toHrTime(performance.timeOrigin);
  return {
    async collect() {
      await measure();
      const times = { startTime, endTime: toHrTime(Date.now()) };
      const known = await metrics.getMetricsAsJSON();
      const data = known.flatMap((metric) =>
        dataOf(metric as MetricObjectWithValues<MetricValueWithName<string>>, times),
      );
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'minerx' }, metrics: data }] },
        errors: [],
      };
    },
  };
};

type Times = { startTime: HrTime; endTime: HrTime };
type Labels = MetricValue<string>['labels'];

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];

const dataOf = (
  { name, help, type, values }: MetricObjectWithValues<MetricValueWithName<string>>,
  times: Times,
): MetricData[] => {
  const shared = {
    descriptor: { name, description: help, unit: name.endsWith('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const point = ({ labels, value }: { labels: Labels; value: number }): DataPoint<number> => ({
    ...times,
    attributes: { ...labels } as DataPoint<number>['attributes'],
    value,
  });
  // The types of the library are numbers at run time in one version and words in another; their names are the words.
  const kind = String(type);
  if (kind === 'gauge') return [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints: values.map(point) }];
  if (kind === 'counter')
    return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: values.map(point) }];
  if (kind === 'histogram')
    return [{ ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(name, values, times) }];
  return [];
};

/** Prometheus counts each bucket with all below it; OpenTelemetry counts it alone. */
const histograms = (
  name: string,
  values: readonly MetricValueWithName<string>[],
  times: Times,
): DataPoint<Histogram>[] => {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify({ ...labels, le: undefined }));
  return [...series].map(([labels, rows]) => {
    const buckets = rows.filter(({ metricName }) => metricName === `${name}_bucket`);
    const of = (what: string): number => rows.find(({ metricName }) => metricName === `${name}_${what}`)?.value ?? 0;
    const boundaries = buckets.flatMap(({ labels: { le } }) => (le === '+Inf' ? [] : [Number(le)]));
    const counts = buckets.map(({ value }, i) => value - (buckets[i - 1]?.value ?? 0));
    return {
      ...times,
      attributes: JSON.parse(labels) as DataPoint<Histogram>['attributes'],
      value: { buckets: { boundaries, counts }, sum: of('sum'), count: of('count') },
    };
  });
};

import { hostOf, isLocalAddress } from '../base/local-address.ts';
import { isLocalName } from './env-sources.ts';

/** Where traces and figures are told, and which share of the traces. */
export interface OtlpCollector {
  readonly endpoint: string;
  readonly share: number;
}

interface Read {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

export const otlpOf = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_TRACES_SAMPLER_ARG: share,
}: Read): OtlpCollector | null => (url === undefined ? null : { endpoint: url.replace(/\/+$/, ''), share });

/** A collector is usually one's own, next door; further away it is told over TLS. */
export const wrongOtlp = ({ OTEL_EXPORTER_OTLP_ENDPOINT: url }: Read): string[] => {
  if (url === undefined || url.startsWith('https://')) return [];
  const host = hostOf(url);
  return isLocalName(host) || isLocalAddress(host)
    ? []
    : [
        'OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// unless the collector is on this machine or a private network',
      ];
};

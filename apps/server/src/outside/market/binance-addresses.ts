/** Binance serves REST and streams at different hosts; whoever names one means both. */
const hosts: readonly (readonly [rest: string, stream: string])[] = [
  ['data-api.binance.vision', 'data-stream.binance.vision'],
  ['api.binance.com', 'stream.binance.com:9443'],
  ['api.binance.us', 'stream.binance.us:9443'],
  ['testnet.binance.vision', 'stream.testnet.binance.vision'],
];

/**
 * Both addresses of a market from one.
 * @param url `https://…` or `wss://…`; a host that is none of Binance's (a proxy, a simulator) serves both itself.
 */
export const binanceAddresses = (url: string): { restUrl: string; streamUrl: string } => {
  const address = new URL(url);
  const secure = address.protocol === 'https:' || address.protocol === 'wss:';
  const known = hosts.find(([rest, stream]) => address.host === rest || address.hostname === stream.split(':')[0]);
  // Setting `protocol` from https to wss is refused by the URL class, hence the text.
  const at = (protocol: string, host: string): string =>
    address.href.replace(/^\w+:/, `${protocol}:`).replace(address.host, host).replace(/\/$/, '');
  return {
    restUrl: at(secure ? 'https' : 'http', known?.[0] ?? address.host),
    streamUrl: at(secure ? 'wss' : 'ws', known?.[1] ?? address.host),
  };
};

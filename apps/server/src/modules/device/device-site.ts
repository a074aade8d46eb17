/** Devices of one network are one site unless operators say otherwise: `10.1.2`, or the domain. */
export const siteOf = ({ site, host }: { site: string | null; host: string }): string =>
  site ?? (/^[\d.]+$/.test(host) ? host.split('.').slice(0, 3).join('.') : host.slice(host.indexOf('.') + 1));

import { siteOf } from '../../modules/device/device-site.ts';

/** Devices whose link fails together, and how many of them failed when they were last asked. */
export interface Site {
  size: number;
  failing: number;
  isGone: boolean;
}

/** From this many devices on, half of them failing at once is the link and not the devices. */
const SITE_DEVICES = 3;

/** The sites of a fleet, made as devices are found there. */
export const createSites = (): { of(device: { site: string | null; host: string }): Site } => {
  const sites = new Map<string, Site>();
  return {
    of: (device) => {
      const name = siteOf(device);
      let known = sites.get(name);
      if (known === undefined) sites.set(name, (known = { size: 0, failing: 0, isGone: false }));
      return known;
    },
  };
};

/** Adds to how many devices the site has and how many of them fail. */
export const countAtSite = (site: Site, devices: number, failing: number): void => {
  site.size += devices;
  site.failing += failing;
  site.isGone = site.size >= SITE_DEVICES && site.failing * 2 >= site.size;
};

export const moveToSite = (device: { site: Site; failures: number }, site: Site): void => {
  if (device.site === site) return;
  const failing = device.failures > 0 ? 1 : 0;
  countAtSite(device.site, -1, -failing);
  device.site = site;
  countAtSite(site, 1, failing);
};

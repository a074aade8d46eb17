import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { promisify } from 'node:util';
import { isLocalAddress } from '../base/local-address.ts';

/** What is told of a source that must be of the world, and is not. */
export const LEADS_HERE = 'its name leads to this machine or a private network';

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** As `dns.lookup`, for sockets that open; but a name with an address of this machine or of a private network has none. */
export const lookUpPublic = (host: string, options: LookupOptions, found: Found): void =>
  dns.lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return found(error, []);
    if (addresses.some(({ address }) => isLocalAddress(address))) return found(new Error(LEADS_HERE), []);
    if (options.all === true) found(null, addresses);
    else found(null, addresses[0]!.address, addresses[0]!.family);
  });

/** The same for who opens no socket of its own. @throws as `lookup` does, and with `LEADS_HERE` */
export const requirePublic = async (host: string): Promise<void> => {
  await promisify(lookUpPublic)(host, {});
};

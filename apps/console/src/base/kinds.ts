import type { CatalogueKind } from '@minerx/contract/operator/offers/catalogue';

interface Kind {
  title: string;
  /** The action that shows the same. */
  look: string;
  /** The action that makes another one, and what its link says. */
  made?: readonly [action: string, label: string];
}

/** What the catalogue has entries of, in the order of the menu. */
export const KINDS: Readonly<Record<CatalogueKind, Kind>> = {
  package: { title: 'Packages and stock', look: 'package list' },
  swap: { title: 'Swap pairs', look: 'swap list', made: ['swap set', 'New pair'] },
  network: { title: 'Networks', look: 'network list' },
  coin: { title: 'Coins on networks', look: 'network list' },
  country: { title: 'Countries', look: 'country list' },
  community: { title: 'Communities', look: 'community list', made: ['community set', 'New community'] },
  rank: { title: 'Ranks', look: 'rank list', made: ['rank set', 'New rank'] },
  rule: { title: 'Rules', look: 'rank list' },
};

/** Of an address, which anybody may have typed. */
export const kindOf = (kind: string): CatalogueKind => (kind in KINDS ? (kind as CatalogueKind) : 'package');

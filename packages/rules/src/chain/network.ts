/** Chains that value moves on, by id: the id is the key, in the database and between modules; the label is for people and the wire. */
export const NETWORK = { TRC20: 1, BEP20: 2, OMNI: 3, ARBITRUM_ONE: 4, BEP721: 5 } as const;

export type NetworkId = (typeof NETWORK)[keyof typeof NETWORK];

/** What kind of addresses, signatures and nodes a network has. */
export type NetworkFamily = 'tron' | 'evm' | 'bitcoin';

export interface Network {
  readonly id: NetworkId;
  /** As the wire and the screens name it. */
  readonly label: string;
  readonly family: NetworkFamily;
}

const TABLE = {
  1: { id: 1, label: 'TRC20', family: 'tron' },
  2: { id: 2, label: 'BEP20', family: 'evm' },
  3: { id: 3, label: 'OMNI', family: 'bitcoin' },
  4: { id: 4, label: 'Arbitrum One', family: 'evm' },
  5: { id: 5, label: 'BEP721', family: 'evm' },
} as const satisfies { readonly [Id in NetworkId]: Network & { readonly id: Id } };

/** All networks in order of id. */
export const NETWORKS: readonly Network[] = Object.values(TABLE);

export const networkById = (id: NetworkId): Network => TABLE[id];

export const networkLabel = (id: NetworkId): string => TABLE[id].label;

/** The network that a label of the wire names, letter by letter; null for any other text. */
export const findNetwork = (label: string): Network | null =>
  NETWORKS.find((network) => network.label === label) ?? null;

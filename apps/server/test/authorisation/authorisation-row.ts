import type { OperatorRole } from '@minerx/contract/operator/role';

/** The things of one owner that a call can name; `missing` ones look the same and are nobody's. */
export interface Items {
  readonly order: string;
  readonly readyOrder: string;
  readonly waitingOrder: string;
  readonly voucher: string;
  /** A Raya Blessing that is not opened. */
  readonly pack: string;
  readonly username: string;
  /** As operators find a member. */
  readonly member: string;
  /** An open support ticket. */
  readonly ticket: string;
  /** A message of it with an image. */
  readonly ticketImage: string;
  readonly transaction: string;
  /** What came in from a chain and was credited. */
  readonly deposit: string;
  /** Not read yet. */
  readonly notice: string;
  /** Ready to withdraw. */
  readonly nft: string;
  /** A pending withdrawal of another one. */
  readonly nftWithdrawal: string;
  /** A quote of a swap that nobody has taken. */
  readonly quote: string;
  /** Under review. */
  readonly withdrawal: string;
  readonly session: string;
  /** Everybody's, but the missing one. */
  readonly announcement: string;
  /** The house's, but the missing ones. */
  readonly device: string;
  readonly voucherBatch: string;
  readonly price: string;
  readonly entry: string;
  readonly prizeVersion: string;
  /** Asked for, and not begun: of what finance and the admin do. */
  readonly work: string;
}

/** What a call answers in one cell: `200`, or the status and the refusal's code. */
export type Outcome = '200' | `${number} err_${string}`;

/** Who asks. `expired` holds a token of member A that is over; `frozen` one that still lives. */
export const ACTORS = ['nobody', 'expired', 'support', 'finance', 'admin', 'frozen', 'memberB', 'memberA'] as const;
export type Actor = (typeof ACTORS)[number];

/** What is named: something of whoever asks (of member A, where they can have none), of another member, or what does not exist. */
export const THINGS = ['own', 'other', 'missing'] as const;
export type Thing = (typeof THINGS)[number];

/** Null: the call names nothing of that kind. Where it names nothing at all, it is `own`. */
type Cell = Readonly<Record<Thing, Outcome | null>>;
export type Cells = Readonly<Record<Actor, Cell>>;

/** One row: a route, or one way of naming something in it. */
export interface Row {
  /** Method and path. */
  readonly route: string;
  /** Which of its ways, where it has several. */
  readonly way?: string;
  readonly send: (items: Items, fresh: () => string) => Record<string, unknown>;
  /** What it names is not there a second time. */
  readonly usesUp?: true;
  readonly cells: Cells;
}

type Send = Row['send'];

/** Of a member's call, from which every cell follows. */
interface Declared {
  /** Whoever is no member here: without a token, with one that is over, with the console's cookie. */
  readonly outside: Outcome;
  readonly own: Outcome;
  readonly other: Outcome | null;
  readonly missing: Outcome | null;
  readonly frozen: Cell;
}

const nothing = (): Record<string, unknown> => ({});
const alone = (own: Outcome): Cell => ({ own, other: null, missing: null });

const cellsOf = ({ outside, own, other, missing, frozen }: Declared): Cells => {
  const shut = { own: outside, other: other && outside, missing: missing && outside };
  const member = { own, other, missing };
  return {
    nobody: shut,
    expired: shut,
    support: shut,
    finance: shut,
    admin: shut,
    frozen,
    memberB: member,
    memberA: member,
  };
};

/** Answers everybody alike: a token makes no difference, and nothing in it is of one member. */
export const forAll = (route: string, outcome: Outcome, send: Send = nothing): Row => ({
  route,
  send,
  cells: cellsOf({ outside: outcome, own: outcome, other: null, missing: null, frozen: alone(outcome) }),
});

const UNAUTHORISED = '401 err_unauthorised';

/** Of the member who asks; no field can name another. A frozen member may still look. */
export const ofCaller = (
  route: string,
  send: Send = nothing,
  { own = '200', frozen = own, missing = null }: { own?: Outcome; frozen?: Outcome; missing?: Outcome | null } = {},
): Row => ({
  route,
  send,
  cells: cellsOf({
    outside: UNAUTHORISED,
    own,
    other: null,
    missing,
    frozen: { own: frozen, other: null, missing },
  }),
});

/** Reads of something that is named. */
export const ofNamed = (route: string, way: string, send: Send): Row => {
  const cell = { own: '200', other: '404 err_not_found', missing: '404 err_not_found' } as const;
  return { route, way, send, cells: cellsOf({ outside: UNAUTHORISED, ...cell, frozen: cell }) };
};

/** Lists that something named is looked for in: of others nothing is found, as of what is nowhere. */
export const ofFilter = (route: string, way: string, send: Send): Row => {
  const cell = { own: '200', other: '200', missing: '200' } as const;
  return { route, way, send, cells: cellsOf({ outside: UNAUTHORISED, ...cell, frozen: cell }) };
};

/** Reads of something named that is everybody's. */
export const ofShared = (route: string, send: Send): Row => ofCaller(route, send, { missing: '404 err_not_found' });

const FROZEN = '403 err_account_frozen';
const shutFor = (outcome: Outcome): Outcome => (outcome.startsWith('404') ? outcome : FROZEN);

/**
 * Moves value: a frozen member may not.
 * @param foreign of another member's, and of what does not exist
 */
export const moves = (
  route: string,
  foreign: Outcome | null,
  send: Send,
  { own = '200', missing = foreign }: { own?: Outcome; missing?: Outcome | null } = {},
): Row => ({
  route,
  send,
  usesUp: true,
  cells: cellsOf({
    outside: UNAUTHORISED,
    own,
    other: foreign,
    missing,
    // Whose a thing is, comes before what may be done with it.
    frozen: { own: FROZEN, other: foreign && shutFor(foreign), missing: missing && shutFor(missing) },
  }),
});

const ROLES = ['support', 'finance', 'admin'] as const satisfies readonly OperatorRole[];

/** Of the console: no token of a member opens it, and a role that may not learns nothing of what there is. */
const ofRoles = (
  row: Omit<Row, 'cells'>,
  roles: readonly OperatorRole[],
  granted: Cell,
  turnedAway: Outcome = '403 err_forbidden',
): Row => {
  const all = (outcome: Outcome): Cell => ({
    own: granted.own && outcome,
    other: granted.other && outcome,
    missing: granted.missing && outcome,
  });
  const shut = all(UNAUTHORISED);
  const cellOf = (role: OperatorRole): Cell => (roles.includes(role) ? granted : all(turnedAway));
  return {
    ...row,
    cells: {
      nobody: shut,
      expired: shut,
      support: cellOf('support'),
      finance: cellOf('finance'),
      admin: cellOf('admin'),
      frozen: shut,
      memberB: shut,
      memberA: shut,
    },
  };
};

export const forOperators = (
  route: string,
  { roles = ROLES, own = '200', send = nothing }: { roles?: readonly OperatorRole[]; own?: Outcome; send?: Send } = {},
): Row => ofRoles({ route, send }, roles, alone(own));

/** Looks of operators at something of a member, or of the house. */
export const ofDesk = (
  route: string,
  send: Send,
  {
    roles = ROLES,
    missing = '404 err_not_found',
    turnedAway,
  }: { roles?: readonly OperatorRole[]; missing?: Outcome; turnedAway?: Outcome } = {},
): Row => ofRoles({ route, send }, roles, { own: null, other: '200', missing }, turnedAway);

/** Looks of operators at something of which there is none here: what a role may not look at, it may not look for. */
export const ofNothing = (route: string, values: Record<string, string>): Row =>
  ofRoles({ route, send: () => values }, ROLES, { own: null, other: null, missing: '404 err_not_found' });

/** The things of one owner that a call can name; `missing` ones look the same and are nobody's. */
export interface Items {
  readonly order: string;
  readonly readyOrder: string;
  readonly waitingOrder: string;
  readonly voucher: string;
  /** A Raya Blessing that is not opened. */
  readonly pack: string;
  readonly username: string;
  /** An open support ticket. */
  readonly ticket: string;
  /** A message of it with an image. */
  readonly ticketImage: string;
  readonly transaction: string;
  /** Ready to withdraw. */
  readonly nft: string;
  /** A pending withdrawal of another one. */
  readonly nftWithdrawal: string;
  /** A quote of a swap that nobody has taken. */
  readonly quote: string;
  /** Under review. */
  readonly withdrawal: string;
  /** Everybody's, but the missing one. */
  readonly announcement: string;
}

/** What a call answers in one cell: `200`, or the status and the refusal's code. */
type Outcome = '200' | `${number} err_${string}`;

/** One row: a route, or one way of naming something in it. */
export interface Row {
  /** Method and path. */
  readonly route: string;
  /** Which of its ways, where it has several. */
  readonly way?: string;
  readonly send: (items: Items, fresh: () => string) => Record<string, unknown>;
  /** Without a token, and with tokens that are wrong, expired, of an ended session, of a frozen account. */
  readonly noSession: Outcome;
  /** A signed-in member, naming what is its own (if the call names anything). */
  readonly own: Outcome;
  /** Naming another member's; null when it names nothing that is one member's. */
  readonly foreign: Outcome | null;
  /** Naming what does not exist: equal to the byte to the answer for another member's. Null when it names nothing. */
  readonly missing: Outcome | null;
  /** A frozen member whose session still lives, naming what is its own. */
  readonly frozen: Outcome;
}

const nothing = (): Record<string, unknown> => ({});

/** Answers everybody alike: a token makes no difference, and nothing in it is of one member. */
export const forAll = (route: string, outcome: Outcome, send: Row['send'] = nothing): Row => ({
  route,
  send,
  noSession: outcome,
  own: outcome,
  foreign: null,
  missing: null,
  frozen: outcome,
});

export const UNAUTHORISED = '401 err_unauthorised';

/** Reads of the member who asks; no field can name another. A frozen member may still look. */
export const ofCaller = (route: string, send: Row['send'] = nothing): Row => ({
  route,
  send,
  noSession: UNAUTHORISED,
  own: '200',
  foreign: null,
  missing: null,
  frozen: '200',
});

/** Reads of something that is named. */
export const ofNamed = (route: string, way: string, send: Row['send']): Row => ({
  route,
  way,
  send,
  noSession: UNAUTHORISED,
  own: '200',
  foreign: '404 err_not_found',
  missing: '404 err_not_found',
  frozen: '200',
});

/** Reads of something named that is everybody's. */
export const ofShared = (route: string, send: Row['send']): Row => ({
  ...ofCaller(route, send),
  missing: '404 err_not_found',
});

/** Moves value: a frozen member may not. */
export const moves = (route: string, foreign: Outcome | null, send: Row['send']): Row => ({
  route,
  send,
  noSession: UNAUTHORISED,
  own: '200',
  foreign,
  missing: foreign,
  frozen: '403 err_account_frozen',
});

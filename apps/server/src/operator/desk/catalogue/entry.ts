import type { CatalogueKind } from '@minerx/contract/operator/offers/catalogue';
import type { Db } from '../../../db/transaction.ts';

/** What operators set of an entry: a field of an action, with what it is now. */
interface Field {
  /** The flag of the action. */
  readonly flag: string;
  readonly label: string;
  readonly value: string;
  /** It for reading, where what is typed is not. */
  readonly said?: string;
  /** Where the audit log has it below before and after, `names.zh`; empty where it stands there alone. */
  readonly logged: string;
  /** A value of the log as it is shown. */
  readonly shown?: (logged: unknown) => string;
  /** Its value is a text for each language but English, in JSON. */
  readonly byLanguage?: true;
  /** It is typed anew, never changed: nothing is filled in. */
  readonly anew?: true;
}

/** An action that changes an entry. */
interface Change {
  readonly action: string;
  /** On its button. */
  readonly label: string;
  /** What names the entry to the action. */
  readonly given: Readonly<Record<string, string>>;
  /** What the lines of the audit log are called. */
  readonly logged: string;
  readonly fields: readonly Field[];
}

interface Fact {
  readonly label: string;
  readonly value: string;
}

/** One thing of the catalogue. */
export interface Entry {
  /** `country.211` */
  readonly id: string;
  readonly name: string;
  /** Of its lines in the audit log; null for one that is not there yet. */
  readonly subject: string | null;
  /** What nobody sets. */
  readonly facts: readonly Fact[];
  readonly changes: readonly Change[];
}

/** Entries of one kind, read whole: there are as many as packages, countries, coins and networks make, or as operators have typed. */
export interface EntryKind {
  readonly kind: CatalogueKind;
  /** The action that shows the same. */
  readonly look: string;
  /** What stands in the list, by label. */
  readonly columns: readonly string[];
  readonly list: (db: Db) => Promise<Entry[]>;
  /** One that is to be made. */
  readonly blank?: Entry;
}

const PPM_OF_PERCENT = 10_000;
export const percent = (ppm: unknown): string => String(Number(ppm) / PPM_OF_PERCENT);
export const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
export const onOrOff = (is: boolean): string => (is ? 'on' : 'off');

/** What stands now, set or found, in the order of the page. */
export const factsOf = ({ facts, changes }: Entry): Fact[] => [
  ...changes.flatMap(({ fields }) => fields.map(({ label, value, said = value }) => ({ label, value: said }))),
  ...facts,
];

import type pg from 'pg';

/** What the database answers about a statement without running it. */
export type Described = { parameters: number; columns: Column[] };

export type Column = {
  name: string;
  /** Its type's name, of arrays `int8[]`. */
  type: string;
  /** `table.column` when that column may be null; null for all others and for what is computed. Outer joins are not looked at. */
  nullable: string | null;
};

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number };

/** The parts of the driver's connection that ask for a description; `@types/pg` leaves them out. */
type Wire = {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: string, listener: (message: never) => void): void;
  removeListener(event: string, listener: (message: never) => void): void;
};

/** A query of the driver that parses and describes, and never executes. */
class Describe {
  readonly done: Promise<{ parameters: number; fields: Field[] }>;
  readonly #text: string;
  #fields: Field[] = [];
  #parameters = 0;
  #resolve: (value: { parameters: number; fields: Field[] }) => void = () => undefined;
  #reject: (cause: Error) => void = () => undefined;
  readonly #onParameters = (message: { parameterCount: number }): void => {
    this.#parameters = message.parameterCount;
  };
  #wire: Wire | null = null;

  constructor(text: string) {
    this.#text = text;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(wire: Wire): void {
    this.#wire = wire;
    wire.once('parameterDescription', this.#onParameters);
    wire.parse({ text: this.#text, name: '', types: [] });
    wire.describe({ type: 'S', name: '' });
    wire.sync();
  }
  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
  }
  handleError(cause: Error): void {
    this.#wire?.removeListener('parameterDescription', this.#onParameters);
    this.#reject(cause);
  }
  handleReadyForQuery(): void {
    this.#resolve({ parameters: this.#parameters, fields: this.#fields });
  }
}

/** Describes statements on one connection. */
export const describer = async (client: pg.Client): Promise<(text: string) => Promise<Described>> => {
  const types = await client.query<{ id: number; name: string; element: string | null }>(
    `SELECT t.oid::integer AS id, t.typname AS name, e.typname AS element
       FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'`,
  );
  const nameOf = new Map(types.rows.map(({ id, name, element }) => [id, element === null ? name : `${element}[]`]));
  const optional = await client.query<{ place: string; name: string }>(
    `SELECT a.attrelid || '.' || a.attnum AS place, c.relname || '.' || a.attname AS name
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE NOT a.attnotnull AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`,
  );
  const maybe = new Map(optional.rows.map(({ place, name }) => [place, name]));
  return async (text) => {
    const query = new Describe(text);
    client.query(query as never);
    const { parameters, fields } = await query.done;
    const columns = fields.map(({ name, tableID, columnID, dataTypeID }) => ({
      name,
      type: nameOf.get(dataTypeID) ?? String(dataTypeID),
      nullable: maybe.get(`${tableID}.${columnID}`) ?? null,
    }));
    return { parameters, columns };
  };
};

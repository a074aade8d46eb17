import pg from 'pg';

export interface Statement {
  /** Prepared under it, once a connection. */
  readonly name: string;
  readonly text: string;
  readonly values?: unknown[];
}

interface Answer<Row> {
  /** The database's word for what was done, such as COMMIT. */
  readonly command: string;
  readonly rows: Row[];
}

/** What takes statements at any time and answers each. */
export interface Statements {
  query<Row extends unknown[]>(statement: Statement): Promise<Answer<Row>>;
}

/** What of the driver's connection its types keep silent about. */
interface Connection {
  readonly stream: { destroy(): void };
  /** By name, the texts that the connection has heard, and those that it was told of and has not answered yet. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: Statement): void;
  bind(portal: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
  _send(message: Buffer): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/**
 * A connection on which all that is asked for in one go leaves together and is answered together: one write, one Sync and one answer on the
 * socket, where the driver has one of each for every statement. When one fails, the database passes over those behind it: they fail as it.
 */
export const together = (client: pg.ClientBase): Statements => {
  let parts: Part[] = [];
  const leave = (): void => {
    client.query(new Packet(parts));
    parts = [];
  };
  return {
    query: (statement) =>
      new Promise((resolve, reject) => {
        if (parts.length === 0) queueMicrotask(leave);
        parts.push(new Part(statement, client, resolve as Part['answer'], reject));
      }),
  };
};

/** A statement, and its answer as it comes in. */
class Part {
  readonly statement: Statement;
  readonly answer: (answer: Answer<unknown[]>) => void;
  readonly fail: (error: unknown) => void;
  readonly #client: pg.ClientBase;
  readonly #rows: (readonly (string | null)[])[] = [];
  #types: readonly number[] = [];

  constructor(statement: Statement, client: pg.ClientBase, answer: Part['answer'], fail: Part['fail']) {
    this.statement = statement;
    this.#client = client;
    this.answer = answer;
    this.fail = fail;
  }

  send(connection: Connection): void {
    const { name, text, values = [] } = this.statement;
    const known = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (known === undefined) {
      connection.parse({ name, text });
      connection.submittedNamedStatements[name] = text;
    } else if (known !== text) throw new Error(`${name} is another statement’s name`);
    connection.bind({ statement: name, values, valueMapper: prepareValue });
    connection.describe({ type: 'P' });
    connection.execute();
  }

  takeTypes(types: readonly number[]): void {
    this.#types = types;
  }

  takeRow(values: readonly (string | null)[]): void {
    this.#rows.push(values);
  }

  end(command: string): void {
    try {
      const parsers = this.#types.map((type) => this.#client.getTypeParser(type));
      const read = (value: string | null, column: number): unknown => (value === null ? null : parsers[column]!(value));
      this.answer({ command, rows: this.#rows.map((row) => row.map(read)) });
    } catch (error) {
      this.fail(error);
    }
  }
}

/** What the driver sends as one query, and tells what comes back: it goes to the part whose turn it is. @internal */
export class Packet implements pg.Submittable {
  readonly parts: readonly Part[];
  #turn = 0;
  #hasLeft = false;
  /** The driver puts its own here, which ends its wait. */
  callback: (error?: unknown) => void = () => undefined;
  /** Of the part whose turn it is: what the driver notes as prepared. */
  name: string | undefined;
  text: string | undefined;

  constructor(parts: readonly Part[]) {
    this.parts = parts;
    this.#take(0);
  }

  submit(driver: pg.Connection): Error | null {
    const connection = driver as unknown as Connection;
    const messages: Buffer[] = [];
    const gathering = Object.assign(Object.create(connection) as Connection, {
      _send: (message: Buffer) => void messages.push(message),
    });
    try {
      for (const part of this.parts) part.send(gathering);
      gathering.sync();
    } catch (error) {
      // A value that cannot be told: nothing has left, and the driver has this fail.
      return error as Error;
    }
    this.#hasLeft = true;
    connection._send(Buffer.concat(messages));
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly { dataTypeID: number }[] }): void {
    this.parts[this.#turn]!.takeTypes(fields.map(({ dataTypeID }) => dataTypeID));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.parts[this.#turn]!.takeRow(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const part = this.parts[this.#turn]!;
    this.#take(this.#turn + 1);
    part.end(text);
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  handleError(error: unknown, connection: Connection): void {
    const left = this.parts.slice(this.#turn);
    this.#take(this.parts.length);
    for (const { statement, fail } of left) {
      // Nobody has heard of it under its name.
      delete connection.submittedNamedStatements[statement.name];
      fail(error);
    }
    // An answer that did not come may still come: nobody is to take it for another one.
    if (this.#hasLeft && !(error instanceof pg.DatabaseError)) connection.stream.destroy();
    this.callback(error);
  }

  #take(turn: number): void {
    this.#turn = turn;
    this.name = this.parts[turn]?.statement.name;
    this.text = this.parts[turn]?.statement.text;
  }
}

import pg from 'pg';

/** What a statement is given: text as it is, bytes as they are, and whatever has one plain spelling. */
export type Value = string | number | boolean | Buffer | null;

/** A statement that a connection prepares when it first meets its name. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  readonly values: readonly Value[];
};

export type Row = Record<string, unknown>;
type Field = { readonly name: string; readonly dataTypeID: number };
type Column = { readonly name: string; readonly read: (text: string) => unknown };

/**
 * What each connection has prepared, and the columns that came of it. They are asked for once: the database
 * refuses a prepared statement whose columns would be others by now.
 */
const preparedOn = new WeakMap<pg.Connection, Map<string, readonly Column[]>>();

function spelled(value: Value): string | Buffer | null {
  return typeof value === 'string' || value === null || Buffer.isBuffer(value) ? value : String(value);
}

/** Names of this kind are apart from those that the client itself prepares under `query({ name })`. */
const nameOf = (statement: Statement) => `message ${statement.name}`;

/**
 * Statements that leave as one message, with nothing awaited between them, and end with one answer. If one fails,
 * the database passes over those behind it. It is a Query by descent alone, because a pipelined client takes no other; how
 * it is sent and what is done with the answer is all its own, and so are the names of its fields: the client looks at
 * those of a Query.
 */
export class Message extends pg.Query {
  private readonly answers: Row[][] = [];
  private readonly columns: (readonly Column[] | undefined)[] = [];
  private current: Row[] = [];
  private prepared: Map<string, readonly Column[]> = new Map();

  constructor(
    private readonly statements: readonly Statement[],
    private readonly parsers: pg.CustomTypesConfig,
    private readonly onEnd: (error: Error | null, rows: readonly (readonly Row[])[]) => void
  ) {
    super({ text: '' });
  }

  override submit = (connection: pg.Connection): void => {
    this.prepared = preparedOn.get(connection) ?? new Map<string, readonly Column[]>();
    preparedOn.set(connection, this.prepared);
    connection.stream.cork();
    try {
      for (const statement of this.statements) this.send(connection, statement);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  };

  private send(connection: pg.Connection, statement: Statement): void {
    const name = nameOf(statement);
    const columns = this.prepared.get(name);
    this.columns.push(columns);
    if (columns === undefined) {
      // A message that failed may have prepared it or not; to close what is not there is no fault.
      connection.close({ type: 'S', name }, true);
      connection.parse({ name, text: statement.text, types: [] }, true);
    }
    connection.bind({ statement: name, values: statement.values.map(spelled) }, true);
    if (columns === undefined) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.columns[this.answers.length] = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.parsers.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {};
    for (const [index, { name, read }] of (this.columns[this.answers.length] ?? []).entries()) {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : read(text);
    }
    this.current.push(row);
  }

  handleCommandComplete(): void {
    const statement = this.statements[this.answers.length];
    if (statement) this.prepared.set(nameOf(statement), this.columns[this.answers.length] ?? []);
    this.answers.push(this.current);
    this.current = [];
  }

  handleError(error: Error): void {
    this.onEnd(error, this.answers);
  }

  handleReadyForQuery(): void {
    this.onEnd(null, this.answers);
  }
}

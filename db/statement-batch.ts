import { nextTick } from "node:process";
import { type ClientBase, type Connection, type PoolClient, Query, type QueryResult } from "pg";

/* Named statements that are sent in one turn of the event loop travel in one packet, and so do their answers. */

/** A prepared statement, which PostgreSQL stores under its name. */
interface Named {
  name: string;
  text: string;
  values: readonly Plain[];
}

type Row = Record<string, unknown>;
type Answer = QueryResult<Row>;

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

/**
 * The columns of the statements that a connection has prepared. They can't change, since PostgreSQL refuses to run a
 * prepared statement whose columns have changed.
 */
const prepared = new WeakMap<ClientBase, Map<string, readonly Column[]>>();

/** A statement that was sent and waits for its answer. */
export interface BatchedStatement extends Named {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * A replacement of `client.query` that sends named statements of one turn together and waits once for the server's
 * ready message at their end. So a failed statement is the last of them that was run. Every other statement waits for
 * its own end.
 */
export function batchStatements(client: PoolClient): Pick<PoolClient, "query"> {
  if (!takesPackets(client)) return client;
  let waiting: BatchedStatement[] = [];
  function flush(): void {
    const parts = waiting;
    waiting = [];
    if (parts.length > 0) send(client, parts);
  }
  function query(...request: Parameters<PoolClient["query"]>): unknown {
    const named = namedOf(request);
    if (!named) {
      flush();
      return client.query(...request);
    }
    if (waiting.length === 0) nextTick(flush);
    return new Promise<Answer>((resolve, reject) => {
      waiting.push({ ...named, resolve, reject });
    });
  }
  // The cast restores the overloads of pg's own method, which takes all statements without a name.
  return { query: query as PoolClient["query"] };
}

/**
 * Runs everything that `work` sends as one transaction, which is committed as a whole or not at all, among statements
 * that others send on the same connection. So `work` has to send everything in one turn, as named statements. If it
 * throws before that, nothing was sent.
 */
export async function runTransactionInOneBatch<T>(
  client: PoolClient,
  work: (one: Pick<PoolClient, "query">) => Promise<T>,
): Promise<T> {
  const parts: BatchedStatement[] = [];
  const kept = Promise.withResolvers<void>();
  // The senders of the statements have already got this error.
  kept.promise.catch(() => undefined);
  let isOver = false;
  let isSent = false;
  function flush(): void {
    if (isOver) return;
    [isOver, isSent] = [true, true];
    sendAtOnce(client, parts, kept);
  }
  function query(...request: Parameters<PoolClient["query"]>): unknown {
    const named = namedOf(request);
    if (!named || isOver) throw new Error("A transaction at once takes named statements, sent in one turn.");
    if (parts.length === 0) nextTick(flush);
    return new Promise<Answer>((resolve, reject) => {
      parts.push({ ...named, resolve, reject });
    });
  }
  try {
    // The cast restores the overloads of pg's own method, of which this one takes a single form.
    const result = await work({ query: query as PoolClient["query"] });
    if (parts.length > 0) await kept.promise;
    return result;
  } finally {
    isOver = true;
    // The connection must not be used before the transaction is over.
    if (isSent) await kept.promise.catch(() => undefined);
  }
}

/** The values that {@link toText} can write. */
type Plain = string | number | bigint | boolean | null | undefined | Date | readonly string[];

/**
 * Returns a named statement that packets support; pg itself handles all others: other values, and rows in another
 * shape.
 */
function namedOf([first, ...rest]: readonly unknown[]): Named | null {
  if (typeof first !== "object" || first === null || rest.length > 0) return null;
  if (!("name" in first && "text" in first) || "rowMode" in first || "types" in first) return null;
  const values: readonly unknown[] = "values" in first && Array.isArray(first.values) ? first.values : [];
  return values.every(isPlain) ? { name: String(first.name), text: String(first.text), values } : null;
}

function send(client: PoolClient, parts: readonly BatchedStatement[]): void {
  const columns = columnsOf(client, parts);
  if (columns) client.query(new StatementBatch(parts, columns));
  else sendEach(client, parts);
}

export const BEGIN = { name: "begin", text: "begin" };
export const COMMIT = { name: "commit", text: "commit" };

/** A commit after a failed statement answers ROLLBACK without an error, so the command tag is checked. */
export function requireCommitted({ command }: { command: string }): void {
  if (command !== "COMMIT") throw new Error("The transaction was rolled back.");
}

/**
 * Sends the rollback behind everything that `by` has still to send, even if a statement before it fails. A connection
 * whose rollback fails is not used again.
 */
export async function rollBack(client: PoolClient, by: Pick<PoolClient, "query">): Promise<void> {
  await by.query("rollback").catch((error: unknown) => client.emit("error", error));
}

/** The functions that settle a promise when it is certain whether a transaction was committed. */
type Kept = Pick<PromiseWithResolvers<void>, "resolve" | "reject">;

/**
 * Sends the parts as one transaction. PostgreSQL makes one transaction of everything before a `Sync`; where that does
 * not apply, `begin` and `commit` are sent.
 */
function sendAtOnce(client: PoolClient, parts: readonly BatchedStatement[], kept: Kept): void {
  const columns = columnsOf(client, parts);
  if (columns) return void client.query(new StatementBatch(parts, columns, kept));
  const { resolve, reject } = kept;
  const committed = new Promise<Answer>((answered, failed) => {
    const begin = { ...BEGIN, values: [], resolve: () => undefined, reject: failed };
    sendEach(client, [begin, ...parts, { ...COMMIT, values: [], resolve: answered, reject: failed }]);
  });
  // A commit that was not even tried would leave its transaction open and make the next statements fail.
  const left = committed.catch((error: unknown) =>
    rollBack(client, client).then(() => Promise.reject(error)),
  );
  left.then(requireCommitted).then(resolve, reject);
}

/** Returns the columns of the statements; null if one is not prepared on the connection yet, or it takes no packets. */
function columnsOf(
  client: PoolClient,
  parts: readonly BatchedStatement[],
): readonly (readonly Column[])[] | null {
  const known = takesPackets(client) ? prepared.get(client) : undefined;
  const columns = parts.map(({ name }) => known?.get(name));
  return columns.every((list) => list !== undefined) ? columns : null;
}

/** Whether a connection can send several messages in one packet. Neon's socket can't: it sends each message at once. */
function takesPackets({ connection: { stream } }: PoolClient): boolean {
  return "cork" in stream;
}

/** Sends the statements one by one the first time on a connection, when pg prepares them and learns their columns. */
function sendEach(client: PoolClient, parts: readonly BatchedStatement[]): void {
  const { stream } = client.connection;
  const holdsBack = takesPackets(client);
  if (holdsBack) stream.cork();
  for (const part of parts) {
    const { name, text, values } = part;
    learn(client, name, client.query<Row>({ name, text, values: [...values] })).then(
      part.resolve,
      part.reject,
    );
  }
  if (holdsBack) stream.uncork();
}

async function learn(client: ClientBase, name: string, asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  const known = prepared.get(client) ?? new Map<string, readonly Column[]>();
  prepared.set(client, known);
  known.set(
    name,
    answer.fields.map((field) => ({
      name: field.name,
      parse: client.getTypeParser(field.dataTypeID, "text"),
    })),
  );
  return answer;
}

/**
 * Named statements that pg's client sends in one packet, as one query, which gets all messages until the server is
 * ready again. For each statement, pg's own pipeline needs a timer, a description of columns, a wait and four writes.
 */
export class StatementBatch extends Query {
  readonly parts: readonly BatchedStatement[];
  readonly #columns: readonly (readonly Column[])[];
  readonly #answers: Answer[] = [];
  readonly #kept: Kept | undefined;
  #rows: Row[] = [];

  /** With `kept` the packet is a transaction, whose answers are delivered only after its commit. */
  constructor(parts: readonly BatchedStatement[], columns: readonly (readonly Column[])[], kept?: Kept) {
    super({ text: "" });
    this.parts = parts;
    this.#columns = columns;
    this.#kept = kept;
  }

  /** pg calls this at the end, and replaces it by a function of its own that watches the timeout. */
  callback = (error: unknown): void => {
    for (const [at, { resolve, reject }] of this.parts.entries()) {
      const answer = this.#answers[at];
      // The statements behind the failed one were not run, so they fail with the same error.
      if (answer && !(error && this.#kept)) resolve(answer);
      else reject(error ?? new Error("The server has left a statement without an answer."));
    }
    if (error) this.#kept?.reject(error);
    else this.#kept?.resolve();
  };

  override submit = (connection: Connection): null => {
    const { stream } = connection;
    stream.cork();
    for (const { name, values } of this.parts) {
      connection.bind({ statement: name, values: values.map(toText) }, true);
      connection.execute(null, true);
    }
    connection.sync();
    stream.uncork();
    return null;
  };

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {};
    const columns = this.#columns[this.#answers.length] ?? [];
    for (const [at, { name, parse }] of columns.entries()) {
      const text = fields[at] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(" ");
    const rowCount = Number(words.at(-1));
    this.#answers.push({
      command: words[0] ?? "",
      rowCount: Number.isNaN(rowCount) ? null : rowCount,
      oid: 0,
      fields: [],
      rows: this.#rows,
    });
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: unknown): void {
    this.callback(error);
  }
}

function isPlain(value: unknown): value is Plain {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.every((element) => typeof element === "string");
  if (value instanceof Date) return value.getTime() >= FIRST_MS && value.getTime() <= LAST_MS;
  return typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol";
}

/** The first and the last instant that ISO 8601 and PostgreSQL write in the same way: the years 1 to 9999. */
const FIRST_MS = Date.parse("0001-01-01T00:00Z");
const LAST_MS = Date.parse("9999-12-31T23:59Z");

function toText(value: Plain): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? `{${value.map(quoted).join(",")}}` : String(value);
}

function quoted(element: string): string {
  return `"${element.replaceAll(/["\\]/g, "\\$&")}"`;
}

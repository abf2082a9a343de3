import pg, { type QueryResult } from "pg";
import { vi } from "vitest";
import * as z from "zod";
import { StatementBatch, type BatchedStatement } from "#db/statement-batch.ts";

export interface SentStatement {
  /** The name of a compiled statement; for others the text, or "unnamed". */
  name: string;
  text: string;
  values: unknown[];
}

const Statement = z
  .object({ name: z.string().default("unnamed"), text: z.string(), values: z.array(z.unknown()).default([]) })
  .catch({ name: "", text: "", values: [] });

/**
 * Records the statements that the database receives while `work` runs. `before` can delay a statement or make it fail.
 */
export async function recordStatements(
  work: () => Promise<unknown>,
  before?: (statement: SentStatement) => Promise<void> | undefined,
): Promise<SentStatement[]> {
  const said: SentStatement[] = [];
  /** Sends a packet of statements unchanged; if one of them is delayed, each is sent by itself. */
  function sendPacket(parts: readonly BatchedStatement[], ask: (request?: unknown[]) => unknown): unknown {
    const held = parts.map((part) => {
      const statement = Statement.parse(part);
      said.push(statement);
      return before?.(statement);
    });
    if (held.every((hold) => hold === undefined)) return ask();
    for (const [at, { name, text, values, resolve, reject }] of parts.entries()) {
      // `ask` calls pg's own `query`, which returns a promise of the result.
      const one = async () => (await ask([{ name, text, values: [...values] }])) as QueryResult;
      (held[at]?.then(one) ?? one()).then((answer) => resolve(answer), reject);
    }
    return undefined;
  }
  const original: unknown = Reflect.get(pg.Client.prototype, "query");
  if (typeof original !== "function") throw new TypeError("pg's client has no query.");
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function note(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const ask = (request = args): unknown => Reflect.apply(original, this, request);
    const parts = partsOf(args);
    if (parts) return sendPacket(parts, ask);
    const statement = statementOf(args);
    if (statement) said.push(statement);
    const held = statement && before?.(statement);
    if (!held) return ask();
    // A pool's own queries pass a callback as the last argument.
    const tell = args.at(-1);
    return typeof tell === "function"
      ? void held.then(
          () => ask(),
          (error) => tell(error),
        )
      : held.then(() => ask());
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return said;
}

/** Returns the statements of a packet that are sent together; undefined for a single statement. */
function partsOf([first]: unknown[]): readonly BatchedStatement[] | undefined {
  return first instanceof StatementBatch ? first.parts : undefined;
}

function statementOf([first, second]: unknown[]): SentStatement | undefined {
  // Drizzle, which better-auth uses, passes the values as a separate argument.
  const given = Array.isArray(second) ? { values: second } : {};
  if (typeof first === "string") return { name: first, text: first, values: [], ...given };
  if (first !== null && typeof first === "object") return Statement.parse({ ...first, ...given });
  return undefined;
}

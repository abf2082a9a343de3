import pg from "pg";
import { vi } from "vitest";
import * as z from "zod";

export interface Said {
  /** Of a compiled statement; else its text, or "unnamed". */
  name: string;
  text: string;
  values: unknown[];
}

const Statement = z
  .object({ name: z.string().default("unnamed"), text: z.string(), values: z.array(z.unknown()).default([]) })
  .catch({ name: "", text: "", values: [] });

/** What the database is asked while `work` runs. `before` may hold a statement up, or fail it. */
export async function listen(
  work: () => Promise<unknown>,
  before?: (statement: Said) => Promise<void> | undefined,
): Promise<Said[]> {
  const said: Said[] = [];
  const original: unknown = Reflect.get(pg.Client.prototype, "query");
  if (typeof original !== "function") throw new TypeError("pg's client has no query.");
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function note(
    this: pg.Client,
    ...args: unknown[]
  ) {
    const statement = statementOf(args);
    if (statement) said.push(statement);
    const held = statement && before?.(statement);
    const ask = (): unknown => Reflect.apply(original, this, args);
    if (!held) return ask();
    // A pool's own queries are answered by a call back.
    const tell = args.at(-1);
    return typeof tell === "function" ? void held.then(ask, (error) => tell(error)) : held.then(ask);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return said;
}

function statementOf([first, second]: unknown[]): Said | undefined {
  // Drizzle, which better-auth speaks through, hands the values over by themselves.
  const given = Array.isArray(second) ? { values: second } : {};
  if (typeof first === "string") return { name: first, text: first, values: [], ...given };
  if (first !== null && typeof first === "object") return Statement.parse({ ...first, ...given });
  return undefined;
}

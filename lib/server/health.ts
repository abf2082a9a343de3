import { log } from "./http/log.ts";
import { env } from "./env.ts";
import { freshDatabase } from "./database.ts";

type Part = "ok" | "down";

async function probe(what: string, work: () => Promise<unknown>): Promise<Part> {
  try {
    await work();
    return "ok";
  } catch (error) {
    log().warn({ err: error }, `${what} does not answer`);
    return "down";
  }
}

async function askRoom(): Promise<void> {
  const response = await fetch(new URL("/parties/main/health", env().PARTYKIT_URL), {
    signal: AbortSignal.timeout(2000),
  });
  if (!response.ok) throw new Error(`The room host answered ${response.status}.`);
}

/** Tells the database and the room apart, so that an operator knows where to look. */
export async function checkHealth(): Promise<{ status: Part; database: Part; room: Part }> {
  const [database, room] = await Promise.all([
    probe("the database", () => freshDatabase().client.query("select 1")),
    probe("the room", askRoom),
  ]);
  return { status: database === "ok" && room === "ok" ? "ok" : "down", database, room };
}

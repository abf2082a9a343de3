import { log } from "./http/log.ts";
import { env } from "./env.ts";
import { freshDatabase } from "./database.ts";
import { isStopping } from "./stopping.ts";

type Part = "ok" | "down";

/** What answers later than this is as good as away; who asks for health does not wait long either. */
const PATIENCE_MS = 3000;

async function probe(what: string, work: () => Promise<unknown>): Promise<Part> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  try {
    await Promise.race([work(), late]);
    return "ok";
  } catch (error) {
    log().warn({ err: error }, `${what} does not answer`);
    return "down";
  } finally {
    clearTimeout(timer);
  }
}

async function askRoom(): Promise<void> {
  const response = await fetch(new URL("/parties/main/health", env().PARTYKIT_URL), {
    signal: AbortSignal.timeout(2000),
  });
  if (!response.ok) throw new Error(`The room host answered ${response.status}.`);
}

/**
 * Tells the database and the room apart, so that an operator knows where to look; and says when no more requests should
 * be sent here.
 */
export async function checkHealth(): Promise<{ status: Part | "stopping"; database: Part; room: Part }> {
  const [database, room] = await Promise.all([
    probe("the database", () => freshDatabase().client.query("select 1")),
    probe("the room", askRoom),
  ]);
  const isWell = database === "ok" && room === "ok";
  return { status: isStopping() ? "stopping" : isWell ? "ok" : "down", database, room };
}

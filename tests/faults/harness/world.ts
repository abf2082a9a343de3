import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallOptions } from "#lib/client/api.ts";
import { chanceOf } from "#tests/realtime/chance.ts";
import { CALM, faultyFetch, faultySocket, type Network } from "#tests/realtime/faults.ts";
import { type PublishProxy, startPublishProxy } from "#tests/realtime/publish-proxy.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { type Answers, watchAnswers } from "./answers.ts";
import { type Link, startLink } from "./link.ts";
import { type Others, startOthers } from "./others.ts";
import { beginSignUp } from "./people.ts";
import { type FaultyPostgres, startFaultyPostgres } from "./postgres.ts";
import { type FaultyRooms, startFaultyRooms } from "./rooms.ts";
import { mountSmallDisk, newRunFolder, removeFolder, type SmallDisk } from "./small-disk.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

/** Where uploads are kept: that storage is then one of what can be broken. */
export type Storage = "bucket" | "disk";

const UPLOADS_MB = 8;
const SECRETS = {
  BETTER_AUTH_SECRET: "secret-of-sessions-in-tests-only",
  REALTIME_SECRET: "secret-of-the-rooms-in-tests-only",
  INTERNAL_SECRET: "secret-of-the-jobs-in-tests-only",
};
/** Connections that the web server may have, beside which others find theirs. */
export const POOL = 10;

/** The whole service with its database, rooms, storage and providers, and a hand on each of them. */
export interface World {
  app: App;
  postgres: FaultyPostgres;
  /** Between the service and its database. */
  database: Link;
  rooms: FaultyRooms;
  others: Others;
  /** Of uploads on disk; null where there is none or nobody may mount. */
  uploads: SmallDisk | null;
  /** Between the API and the rooms, and between the clients and both. */
  network: Network;
  answers: Answers;
  WebSocket: unknown;
  /** Somebody new, and their way to the service. */
  signUp(): Promise<CallOptions>;
  /** The web server's clock goes wrong by so much from now on. */
  skew(ms: number): void;
  health(): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startWorld(storage: Storage): Promise<World> {
  const folder = newRunFolder();
  const dataDir = join(folder, `data-${storage}`);
  mkdirSync(dataDir, { recursive: true });
  const uploads = storage === "disk" ? mountSmallDisk(join(folder, "uploads"), UPLOADS_MB) : null;
  if (uploads) symlinkSync(uploads.path, join(dataDir, "uploads"));
  const [port, partyPort] = [await unusedPort("::"), await unusedPort("::")];
  // The proxy before the rooms is the web server's own code, here in this process.
  Object.assign(process.env, SECRETS, { BASE_URL: `http://localhost:${port}` });
  const postgres = await startFaultyPostgres(folder);
  const others = await startOthers(storage);
  const database = await startLink("127.0.0.1", postgres.port);
  const network: Network = { weather: CALM, chance: chanceOf(20_261_123) };
  const proxy = await startPublishProxy({ url: `http://127.0.0.1:${partyPort}` }, () => network);
  const skewFile = join(dataDir, "skew");
  const skew = (ms: number): void => writeFileSync(skewFile, String(ms));
  skew(0);
  const env = {
    ...SECRETS,
    ...others.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url.replace(`:${postgres.port}/`, `:${database.port}/`),
    DATABASE_POOL_MAX: String(POOL),
    PARTYKIT_URL: proxy.url,
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "skewed-clock.mjs")).href}`,
    SKEW_FILE: skewFile,
  };
  const rooms = await startFaultyRooms({ ...SECRETS, PORT: String(port), DATA_DIR: dataDir }, partyPort);
  const app = await startApp({ dataDir, env });
  const answers = watchAnswers();
  const reach = { baseUrl: app.url, fetch: faultyFetch(network, answers.see) };
  const signUp = async (): Promise<CallOptions> => {
    const begun = await beginSignUp(app.url, others.mail);
    return { ...reach, token: await begun.finish() };
  };
  return {
    app,
    postgres,
    database,
    rooms,
    others,
    uploads,
    network,
    answers,
    WebSocket: faultySocket(network),
    signUp,
    skew,
    health: () => healthOf(app.url),
    stop: () => stopAll(folder, { app, rooms, proxy, database, others, postgres, uploads }),
  };
}

async function healthOf(url: string): Promise<unknown> {
  try {
    const answer = await fetch(new URL("/api/health", url), { signal: AbortSignal.timeout(10_000) });
    return await answer.json();
  } catch (error) {
    return String(error);
  }
}

type Parts = Pick<World, "app" | "rooms" | "database" | "others" | "postgres" | "uploads"> & {
  proxy: PublishProxy;
};

async function stopAll(
  folder: string,
  { app, rooms, proxy, database, others, postgres, uploads }: Parts,
): Promise<void> {
  await app.stop();
  await rooms.stop();
  await proxy.stop();
  await database.stop();
  await others.stop();
  await postgres.stop();
  uploads?.remove();
  removeFolder(folder);
}

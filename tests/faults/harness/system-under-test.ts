import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CallOptions } from "#lib/client/base/api.ts";
import { newSeededRandom } from "#tests/realtime/seeded-random.ts";
import { CALM, faultyFetch, faultySocket, type Network } from "#tests/realtime/faults.ts";
import { type PublishProxy, startPublishProxy } from "#tests/realtime/publish-proxy.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { type Answers, watchAnswers } from "./answers.ts";
import { type FaultyLink, startFaultyLink } from "./link.ts";
import { type OtherParties, startOtherParties } from "./other-parties.ts";
import { beginSignUp } from "./people.ts";
import { type FaultyPostgres, startFaultyPostgres } from "./postgres.ts";
import { type FaultyRooms, startFaultyRooms } from "./rooms.ts";
import { mountSmallDisk, newRunFolder, removeFolder, type SmallDisk } from "./small-disk.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

/** The place where uploads are stored; faults can break this storage. */
export type Storage = "bucket" | "disk";

const UPLOADS_MB = 8;
const SECRETS = {
  BETTER_AUTH_SECRET: "secret-of-sessions-in-tests-only",
  REALTIME_SECRET: "secret-of-the-rooms-in-tests-only",
  INTERNAL_SECRET: "secret-of-the-jobs-in-tests-only",
};
/** The web server's maximum number of connections, which leaves some for others. */
export const WEB_POOL_SIZE = 10;

/** The whole service with its database, rooms, storage and providers, each of which tests can control. */
export interface SystemUnderTest {
  app: App;
  postgres: FaultyPostgres;
  /** The link between the service and its database. */
  database: FaultyLink;
  rooms: FaultyRooms;
  others: OtherParties;
  /** The disk for uploads; null without one, or if the machine does not allow mounting. */
  uploads: SmallDisk | null;
  /** The network between the API and the rooms, and between the clients and both. */
  network: Network;
  answers: Answers;
  WebSocket: unknown;
  /** Signs a new person up and returns how they reach the service. */
  signUp(): Promise<CallOptions>;
  /** Shifts the web server's clock by this time from now on. */
  skew(ms: number): void;
  health(): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startSystem(storage: Storage): Promise<SystemUnderTest> {
  const folder = newRunFolder();
  const dataDir = join(folder, `data-${storage}`);
  mkdirSync(dataDir, { recursive: true });
  const uploads = storage === "disk" ? mountSmallDisk(join(folder, "uploads"), UPLOADS_MB) : null;
  if (uploads) symlinkSync(uploads.path, join(dataDir, "uploads"));
  const [port, partyPort] = [await unusedPort("::"), await unusedPort("::")];
  // The proxy in front of the rooms, which is part of the web server's code, runs in this process.
  Object.assign(process.env, SECRETS, { BASE_URL: `http://localhost:${port}` });
  const postgres = await startFaultyPostgres(folder);
  const others = await startOtherParties(storage);
  const database = await startFaultyLink("127.0.0.1", postgres.port);
  const network: Network = { weather: CALM, chance: newSeededRandom(20_261_123) };
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
    DATABASE_POOL_MAX: String(WEB_POOL_SIZE),
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

type Parts = Pick<SystemUnderTest, "app" | "rooms" | "database" | "others" | "postgres" | "uploads"> & {
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

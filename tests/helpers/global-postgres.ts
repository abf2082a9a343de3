import type { TestProject } from "vitest/node";
import { ensureGazetteer } from "#lib/local/gazetteer.ts";
import { startTestServer, type TestServer } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** The folder for files of this run, which is deleted at the end of the run. */
    runFolder: string;
  }
}

/** The PostgreSQL server that all Vitest projects share; Vitest loads this file once per project. */
const shared = globalThis as typeof globalThis & {
  postgres?: { server: Promise<TestServer>; users: number };
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.postgres ??= { server: startTestServer(), users: 0 };
  const mine = shared.postgres;
  mine.users++;
  const [server] = await Promise.all([mine.server, ensureGazetteer()]);
  project.provide("postgresUrl", server.url);
  project.provide("runFolder", server.folder);
  return async () => {
    mine.users--;
    if (mine.users > 0) return;
    delete shared.postgres;
    await server.stop();
  };
}

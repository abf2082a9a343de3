import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** The template database, which is migrated and seeded once per run and afterwards only cloned. */
export const TEMPLATE = "wayfare_template";

export interface ClonedDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a new database with the contents of a fresh install. */
export async function cloneDatabase(serverUrl: string): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await withClient(serverUrl, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  const url = new URL(serverUrl);
  url.pathname = name;
  return {
    url: url.href,
    drop: () =>
      withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

export async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

import { Client } from "pg";
import type { Fault, FaultContext } from "../harness/fault.ts";
import { seeAllWaiting, seeHealth, seeRefusals, seeWritesPass } from "../harness/fault.ts";
import { MAX_CONNECTIONS } from "../harness/postgres.ts";
import { expectWithin } from "../harness/polling.ts";

const crashed: Fault = {
  name: "database-crashed",
  what: "PostgreSQL stops at once and starts again",
  inject: ({ world }) => world.postgres.crash(),
  async during(stage) {
    await seeAllWaiting(stage);
    await seeHealth(stage, "database", "down");
  },
  heal: ({ world }) => world.postgres.start(),
};

const frozen: Fault = {
  name: "database-frozen",
  what: "PostgreSQL says nothing for longer than anybody waits",
  inject: async ({ world }) => world.postgres.freeze(),
  async during(stage) {
    await seeHealth(stage, "database", "down");
    await seeRefusals(stage, stage.isLong ? 60 : 1);
  },
  heal: async ({ world }) => world.postgres.thaw(),
};

const unreachable: Fault = {
  name: "database-unreachable",
  what: "every connection to PostgreSQL breaks",
  inject: async ({ world }) => world.database.set({ kind: "cut" }),
  async during(stage) {
    await seeAllWaiting(stage);
    await seeHealth(stage, "database", "down");
  },
  heal: async ({ world }) => world.database.set({ kind: "open" }),
};

/** Every commit waits for the disk, and every answer of the database is delayed. */
const slow: Fault = {
  name: "disk-slow",
  what: "each commit and each answer of PostgreSQL takes a tenth of a second more",
  async inject({ world }) {
    await world.postgres.query("alter system set commit_delay = 100000");
    await world.postgres.query("alter system set commit_siblings = 0");
    await world.postgres.query("select pg_reload_conf()");
    world.database.set({ kind: "slow", ms: 100 });
  },
  during: (stage) => seeWritesPass(stage, stage.isLong ? 400 : 25),
  async heal({ world }) {
    world.database.set({ kind: "open" });
    await world.postgres.query("alter system reset all");
    await world.postgres.query("select pg_reload_conf()");
  },
};

const full: Fault = {
  name: "disk-full",
  what: "PostgreSQL's disk has no byte left",
  missing: ({ postgres }) => (postgres.disk ? null : "nobody may mount a small disk here (root may)"),
  inject: async ({ world }) => world.postgres.disk?.fill(),
  during: (stage) => seeRefusals(stage, stage.isLong ? 100 : 3),
  async heal({ world }) {
    world.postgres.disk?.clear();
    // PostgreSQL stops if it cannot write its log, so an operator who has freed space starts it again.
    await world.postgres.start();
  },
};

let others: Client[] = [];

/** Takes all connections of the database, including the service's own. */
async function takeAll({ world }: FaultContext): Promise<void> {
  const endOthers =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name <> 'other' and pid <> pg_backend_pid()";
  const first = await take(world.postgres.url);
  // There are more attempts than connections, because the service tries to reconnect.
  for (let n = 0; n < 2 * MAX_CONNECTIONS && others.length < MAX_CONNECTIONS; n++) {
    await first.query(endOthers).catch(() => undefined);
    await take(world.postgres.url).catch(() => undefined);
  }
}

async function take(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: "other" });
  client.on("error", () => undefined);
  await client.connect();
  others.push(client);
  return client;
}

const exhausted: Fault = {
  name: "connections-exhausted",
  what: "others have all connections of PostgreSQL",
  inject: takeAll,
  async during(stage) {
    await seeAllWaiting(stage);
    await seeHealth(stage, "database", "down");
  },
  async heal() {
    await Promise.all(others.map((client) => client.end()));
    others = [];
  },
};

const COMMIT = Buffer.from("commit\0");

/** Every third commit is lost, or its answer is lost; the sender cannot know which. */
const cutAtCommit: Fault = {
  name: "commit-in-doubt",
  what: "connections break while PostgreSQL commits",
  async inject({ world }) {
    let commits = 0;
    world.database.onSend((piece) => {
      if (!piece.includes(COMMIT)) return "passes";
      commits += 1;
      if (commits % 3 !== 0) return "passes";
      return commits % 2 === 0 ? "unanswered" : "lost";
    });
  },
  async during({ world, isLong }) {
    const wanted = isLong ? 300 : 24;
    await expectWithin(`${wanted} commits are cut off`, () => world.database.harmed() >= wanted);
  },
  heal: async ({ world }) => world.database.onSend(null),
};

export const databaseFaults: readonly Fault[] = [
  crashed,
  frozen,
  unreachable,
  slow,
  full,
  exhausted,
  cutAtCommit,
];

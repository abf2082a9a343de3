import type { BrowserContext } from "@playwright/test";
import { v7 as uuidv7 } from "uuid";
import { appendRunEvents } from "#db/queries/agent.ts";
import { beginRun } from "#lib/server/agent/begin-run.ts";
import { endRun } from "#lib/server/agent/end-run.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import type { AgentEventBody, AgentPart } from "#lib/shared/agent.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { type AgentModel, startAgentModel } from "#tests/doubles/agent-model.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { useDatabaseOf } from "#tests/helpers/app-database.ts";
import { sessionCookie } from "#tests/helpers/session-cookie.ts";
import { ctxOf } from "#tests/helpers/context.ts";

/** A service with an agent, and the double of its model. */
export interface AgentService {
  app: App;
  model: AgentModel;
  stop: () => Promise<void>;
}

export async function startAgentService(more: Readonly<Record<string, string>> = {}): Promise<AgentService> {
  const model = await startAgentModel();
  const env = { AGENT_MODEL: model.model, AGENT_API_KEY: model.key, AGENT_BASE_URL: `${model.url}/v1` };
  const app = await startApp({ env: { ...env, ...more } });
  useDatabaseOf(app);
  return {
    app,
    model,
    stop: async () => {
      await Promise.all([app.stop(), model.stop()]);
    },
  };
}

/** Signs a person in at a service of its own, in this browser. */
export async function signInNewPersonAt(app: App, context: BrowserContext, name: string): Promise<Person> {
  const person = await newPerson({ name });
  await context.addCookies([sessionCookie(person.token, app.url)]);
  return person;
}

/** Stores an exchange as an agent run does. The test sets the parts, so no model has to be made to produce them. */
export async function storeExchange(
  person: Person,
  trip: Pick<TripDto, "id" | "members">,
  text: string,
  parts: readonly AgentPart[],
): Promise<void> {
  const ctx = ctxOf(person);
  const db = freshDatabase();
  const memberId = trip.members.find(({ userId }) => userId === person.userId)?.id ?? "";
  const at = new Date();
  const { run } = await db.transaction((tx) =>
    beginRun(ctx, tx, trip.id, { id: uuidv7(), text, memberId, at }),
  );
  const bodies = parts.map((part, index): AgentEventBody => ({
    kind: "part",
    messageId: run.replyId,
    index,
    part,
  }));
  const leaseUntil = new Date(at.getTime() + 60_000);
  const batch = { tripId: trip.id, runId: run.id, batch: 1, bodies: JSON.stringify(bodies), leaseUntil, at };
  await appendRunEvents(db, batch);
  await endRun(db, trip.id, { runId: run.id, end: { status: "done", fault: null } });
}

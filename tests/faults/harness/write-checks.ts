import { createDatabase } from "#db/client.ts";
import { newId } from "#lib/client/base/ids.ts";
import { checkIntegrity } from "#lib/server/operator/check-integrity.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import type { Entry } from "./ledger.ts";
import type { PlannedTrip, Workload } from "./workload.ts";
import type { SystemUnderTest } from "./system-under-test.ts";

interface LoggedEvent {
  seq: number;
  op: string;
  after: string;
}

const EVENTS =
  "select seq, op, coalesce(after::text, '') as after from trip_events where trip_id = $1 order by seq";
/** Rows that contain a mark, with the op of the event that created them. */
const ROWS = `
  select 'stop.created' as op, name as mark from stops where trip_id = $1 and deleted_at is null
  union all select 'comment.created', body from comments where trip_id = $1 and deleted_at is null
  union all select 'expense.created', title from expenses where trip_id = $1 and deleted_at is null
  union all select 'settlement.created', note from settlements where trip_id = $1 and deleted_at is null
  union all select 'attachment.created', split_part(name, '.', 1) from attachments where trip_id = $1 and deleted_at is null`;
const ROWED = new Set([
  "stop.created",
  "comment.created",
  "expense.created",
  "settlement.created",
  "attachment.created",
]);

/** Checks the first promise: no write is lost or doubled, and writes can be undone. */
export async function findWriteProblems(world: SystemUnderTest, scene: Workload): Promise<string[]> {
  const found = await Promise.all(scene.trips.map((trip) => problemsOf(world, trip)));
  return [...found.flat(), ...(await integrityProblems(world, scene))];
}

async function problemsOf({ postgres }: SystemUnderTest, trip: PlannedTrip): Promise<string[]> {
  const { id, ledger } = trip;
  const events = await postgres.query<LoggedEvent>(EVENTS, [id]);
  const rows = await postgres.query<{ op: string; mark: string }>(ROWS, [id]);
  const torn = events.filter(({ seq }, index) => seq !== index + 1).slice(0, 3);
  return [
    ...torn.map(({ seq }) => `the log has a hole before ${seq}`),
    ...ledger.contradictions,
    ...ledger.entries.flatMap((entry) => problemOf(entry, eventsOf(events, entry), rowsOf(rows, entry))),
    ...voteProblems(trip),
    ...(await fileProblems(trip)),
  ];
}

function eventsOf(events: readonly LoggedEvent[], { op, mark }: Entry): number {
  return events.filter((event) => event.op === op && event.after.includes(mark)).length;
}

/** Returns the number of rows of a write; null for writes that leave no row of their own. */
function rowsOf(rows: readonly { op: string; mark: string }[], { op, mark }: Entry): number | null {
  if (!ROWED.has(op)) return null;
  return rows.filter((row) => row.op === op && row.mark === mark).length;
}

function problemOf({ op, mark, state, why = "" }: Entry, events: number, rows: number | null): string[] {
  const is = `${op} ${mark} was ${state}${why && ` (${why})`}`;
  if (state !== "acknowledged") return [is];
  if (events !== 1) return [`${is} and is ${events} times in the history`];
  return rows === null || rows === 1 ? [] : [`${is} and is ${rows} times in its table`];
}

function voteProblems({ ledger, viewers }: PlannedTrip): string[] {
  const stops = new Map(viewers[0]?.session.store.trip.stops.map((stop) => [stop.id, stop]));
  return [...ledger.votes].flatMap(([vote, value]) => {
    const [stopId = "", memberId] = vote.split(" ");
    const now = stops.get(stopId)?.votes.find((each) => each.memberId === memberId)?.value ?? 0;
    return now === value ? [] : [`the vote on stop ${stopId} is ${now} in place of ${value}`];
  });
}

async function fileProblems({ id, ledger, viewers }: PlannedTrip): Promise<string[]> {
  const [reach] = viewers.map((viewer) => viewer.reach);
  const problems: string[] = [];
  for (const [fileId, bytes] of ledger.files) {
    const path = attachmentsApi.read.path.replace("{tripId}", id).replace("{attachmentId}", fileId);
    const headers = { authorization: `Bearer ${reach?.token ?? ""}` };
    const answer = await fetch(new URL(path, reach?.baseUrl), { headers });
    const read = new Uint8Array(await answer.arrayBuffer());
    if (!Buffer.from(read).equals(bytes))
      problems.push(`file ${fileId} reads ${answer.status} with ${read.length} bytes`);
  }
  return problems;
}

async function integrityProblems({ postgres }: SystemUnderTest, { trips }: Workload): Promise<string[]> {
  const db = createDatabase({ url: postgres.url, poolMax: 2 });
  try {
    const { faults } = await checkIntegrity(db, null, new Date());
    const mine = new Set(trips.map(({ id }) => id));
    return faults
      .filter(({ tripId }) => tripId === null || mine.has(tripId))
      .map(({ check, what }) => `integrity (${check}): ${what}`);
  } finally {
    await db.close();
  }
}

/** Adds a stop as one person and undoes it. */
export async function undoProblems({ trips }: Workload): Promise<string[]> {
  const found = await Promise.all(
    trips.map(async ({ viewers }) => {
      const [viewer] = viewers;
      if (!viewer) return [];
      const { actions } = viewer.session;
      const id = newId();
      const { seq } = await actions.addStop({ id, name: "To be taken back", dayId: null });
      await actions.undo(seq ?? 0);
      const { stops } = await viewer.truth();
      return stops.some((stop) => stop.id === id) ? ["what was undone is still there"] : [];
    }),
  );
  return found.flat();
}

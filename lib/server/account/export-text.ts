import type { Db } from "#db/client.ts";
import {
  type MembershipText,
  selectAccountTexts,
  selectCommentsOfMember,
  selectCommentsOfTrip,
  selectMemberships,
  selectVotesOfMember,
} from "#db/queries/account-export.ts";
import {
  selectUserEventTexts,
  selectLeftTripTexts,
  selectNotificationTexts,
  selectMemberRowTexts,
  selectAgentMessageTexts,
  selectSuggestionTexts,
} from "#db/queries/account-export-own.ts";
import { selectEvents } from "#db/queries/events.ts";
import { selectExpenses } from "#db/queries/expenses.ts";
import { selectTrip } from "#db/queries/trips.ts";
import { AppError } from "#lib/shared/errors.ts";
import { toWireFor } from "../events/wire.ts";

const PAGE = 200;
/** The page size for rows that may have a hundred kilobytes each. */
const LARGE_PAGE = 20;

interface Reader {
  userId: string;
  sessionId: string;
  now: Date;
}

/**
 * Yields the export's JSON in parts, so that no account is too large for it. All reads use the given transaction, which
 * must see one snapshot.
 */
export async function* exportText(tx: Db, reader: Reader): AsyncGenerator<string> {
  const [account] = await selectAccountTexts(tx, reader);
  if (!account) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  const { profile, signInMethods, sessions, preferences, pushSubscriptions } = account;
  yield `{"format":"wayfare-export","version":1,"exportedAt":"${reader.now.toISOString()}","profile":${profile}`;
  yield `,"signInMethods":${signInMethods},"sessions":${sessions},"preferences":${preferences}`;
  yield `,"pushSubscriptions":${pushSubscriptions}`;
  yield* pages("notifications", PAGE, async (after: string | null) => {
    const rows = await selectNotificationTexts(tx, { userId: reader.userId, after, limit: PAGE });
    return { texts: rows.map(({ text }) => text), last: rows.at(-1)?.id };
  });
  const memberships = await selectMemberships(tx, { userId: reader.userId });
  yield* list(
    "trips",
    memberships.filter(({ isReadable }) => isReadable),
    (each) => tripText(tx, reader, each),
  );
  yield* list(
    "formerTrips",
    memberships.filter(({ isReadable }) => !isReadable),
    (each) => formerTripText(tx, reader.userId, each),
  );
  yield "}";
}

async function* list<T>(
  name: string,
  items: readonly T[],
  textOf: (item: T) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  yield `,"${name}":[`;
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ",";
    yield* textOf(item);
  }
  yield "]";
}

async function* tripText(
  tx: Db,
  { userId, now }: Reader,
  membership: MembershipText,
): AsyncGenerator<string> {
  const { tripId, member } = membership;
  const [row] = await selectTrip(tx, { tripId, userId, now });
  if (!row) throw new Error("A trip of the snapshot can't be read.");
  yield `{"membership":${member},"trip":${row.trip}`;
  yield* ownText(tx, userId, membership);
  yield* expensesText(tx, userId, tripId);
  yield* pages("comments", PAGE, async (after: string | null) => {
    const rows = await selectCommentsOfTrip(tx, { tripId, userId, after, limit: PAGE });
    return { texts: rows.map(({ comment }) => comment), last: rows.at(-1)?.id };
  });
  yield* pages("history", PAGE, async (after: number | null) => {
    const rows = await selectEvents(tx, { tripId, after: after ?? 0, limit: PAGE });
    const texts = rows.map((event) => JSON.stringify(toWireFor(event, userId)));
    return { texts, last: rows.at(-1)?.seq };
  });
  yield "}";
}

function expensesText(tx: Db, userId: string, tripId: string): AsyncGenerator<string> {
  return pages("expenses", PAGE, async (after: { date: string; id: string } | null) => {
    const from = { afterDate: after?.date ?? null, afterId: after?.id ?? null };
    const rows = await selectExpenses(tx, { tripId, userId, ...from, limit: PAGE });
    const last = rows.at(-1)?.expense;
    const texts = rows.map(({ expense }) => JSON.stringify(expense));
    return { texts, last: last && { date: last.spentOn, id: last.id } };
  });
}

/** Yields what the user wrote in a trip that they have left. The rest of the trip belongs to its members. */
async function* formerTripText(tx: Db, userId: string, membership: MembershipText): AsyncGenerator<string> {
  const { tripId, memberId, member } = membership;
  yield `{"tripId":"${tripId}","membership":${member}`;
  yield* ownText(tx, userId, membership);
  yield* pages("comments", PAGE, async (after: string | null) => {
    const rows = await selectCommentsOfMember(tx, { memberId, after, limit: PAGE });
    return { texts: rows.map(({ comment }) => comment), last: rows.at(-1)?.id };
  });
  const votes = await selectVotesOfMember(tx, { memberId });
  yield `,"votes":[${votes.map(({ vote }) => vote).join(",")}]`;
  const [left] = await selectLeftTripTexts(tx, { tripId, memberId, userId });
  yield `,"attachments":${left?.attachments ?? "[]"},"items":${left?.items ?? "[]"}`;
  yield* pages("changes", PAGE, async (after: number | null) => {
    const rows = await selectUserEventTexts(tx, { tripId, userId, after: after ?? 0, limit: PAGE });
    return { texts: rows.map(({ text }) => text), last: rows.at(-1)?.seq };
  });
  yield "}";
}

/** Yields what only the user may see or has written, whether or not the user may still read the trip. */
async function* ownText(
  tx: Db,
  userId: string,
  { tripId, memberId, isReadable }: MembershipText,
): AsyncGenerator<string> {
  yield* pages("suggestions", LARGE_PAGE, async (after: string | null) => {
    const rows = await selectSuggestionTexts(tx, { memberId, isReadable, after, limit: LARGE_PAGE });
    return { texts: rows.map(({ text }) => text), last: rows.at(-1)?.id };
  });
  yield* pages("agentQuestions", LARGE_PAGE, async (after: string | null) => {
    const rows = await selectAgentMessageTexts(tx, { memberId, after, limit: LARGE_PAGE });
    return { texts: rows.map(({ text }) => text), last: rows.at(-1)?.id };
  });
  const [own] = await selectMemberRowTexts(tx, { tripId, memberId, userId });
  if (!own) throw new Error("A select without a table has one row.");
  for (const [name, text] of Object.entries(own)) yield `,"${name}":${text}`;
}

/** Yields one array page by page; `read` gets the last key of the preceding page. */
async function* pages<Key>(
  name: string,
  size: number,
  read: (after: Key | null) => Promise<{ texts: string[]; last: Key | undefined }>,
): AsyncGenerator<string> {
  yield `,"${name}":[`;
  let after: Key | null = null;
  for (;;) {
    const { texts, last } = await read(after);
    if (texts.length > 0) yield `${after === null ? "" : ","}${texts.join(",")}`;
    if (last === undefined || texts.length < size) break;
    after = last;
  }
  yield "]";
}

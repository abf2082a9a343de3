import { call } from "#lib/client/base/api.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { newAttachment, newReservation } from "#tests/factories/bookings.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import { newListRow } from "#tests/factories/list-rows.ts";
import { newExpense, newSettlement, expenseSharedBy } from "#tests/factories/money.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import {
  as,
  newComment,
  newDecision,
  newItem,
  newStop,
  newSuggestion,
  readTrip,
} from "#tests/factories/trips.ts";

/** The word that each row's name contains, if the row has a name. */
const MARK = "Marked";

/** Creates a fixture whose owner has added a row to every list of the whole trip. */
export async function filledFixture(): Promise<TripFixture> {
  const scene = await newTripFixture();
  const { owner, editor, trip, tripId } = scene;
  const { members } = await readTrip(owner, tripId);
  const [mine = "", theirs = ""] = [owner, editor].map(
    ({ userId }) => members.find((member) => member.userId === userId)?.id,
  );
  const stop = await newStop(owner, trip, { name: `${MARK} stop` });
  await call(stopsApi.vote, { params: { tripId, stopId: stop.id }, body: { value: 1 } }, as(owner));
  const idea = await newStop(owner, trip, { name: `${MARK} idea`, dayId: null });
  await newReservation(owner, tripId, { title: `${MARK} booking` });
  await newAttachment(owner, tripId, { name: `${MARK}.pdf` });
  await newDecision(owner, tripId, { title: `${MARK} question`, candidates: [idea.id] });
  await newSuggestion(owner, tripId, {
    changes: [{ op: "stops.update", entityId: stop.id, input: { name: `${MARK} wish` } }],
  });
  await newItem(owner, tripId, { text: `${MARK} item` });
  const money = expenseSharedBy(900, "JPY", mine, theirs);
  await newExpense(owner, tripId, money, { title: `${MARK} expense` });
  await newSettlement(owner, tripId, { from: theirs, to: mine, amount: 450, currency: "JPY" });
  for (const kind of LIST_KINDS) await newListRow(kind, owner, tripId, { title: `${MARK} ${kind}` });
  await newComment(owner, tripId, { body: `${MARK} comment` });
  return scene;
}

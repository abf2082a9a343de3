import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { comments } from "#db/schema/comments.ts";
import { decisions } from "#db/schema/decisions.ts";
import { items } from "#db/schema/items.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { days, stops, votes } from "#db/schema/plan.ts";
import { attachments, reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import { isVisibleTo, readerMemberId } from "./expenses.ts";
import { listRowsForFile } from "./list-rows.ts";
import { isoInstant, jsonArray, jsonColumns, jsonObject, param } from "./projection.ts";
import {
  attachmentFields,
  decisionFields,
  expenseFields,
  itemFields,
  memberFields,
  reservationFields,
  settlementFields,
  stopFields,
} from "./projections.ts";
import { isSettlementVisibleTo } from "./settlements.ts";

type Body = Omit<TripFile, "format" | "version" | "exportedAt">;
type Row<List extends keyof Body> = Body[List] extends readonly (infer R extends object)[] ? R : never;

const isLiveStop = (id: SQL) =>
  sql`exists (select 1 from ${stops} where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.id} = ${id} and ${stops.deletedAt} is null)`;

const fileTrip = jsonObject<Body["trip"]>({
  id: trips.id,
  title: trips.title,
  destination: trips.destination,
  startDate: trips.startDate,
  endDate: trips.endDate,
  timezone: trips.timezone,
  currency: trips.currency,
  formerCurrencies: trips.formerCurrencies,
  budget: trips.budget,
  // A deleted row is not in the file, so a cover must not refer to it.
  cover: sql`case ${trips.cover}->>'kind' when 'map' then ${trips.cover}
    when 'stop' then case when ${isLiveStop(sql`(${trips.cover}->>'id')::uuid`)} then ${trips.cover} end
    when 'file' then (select ${trips.cover} from ${attachments} f where f.trip_id = ${trips.id}
      and f.id = (${trips.cover}->>'id')::uuid and f.deleted_at is null) end`,
});

const memberColumns = jsonColumns<Row<"members">>({
  id: memberFields.id,
  name: memberFields.name,
  role: memberFields.role,
  leftAt: memberFields.leftAt,
});

const dayColumns = jsonColumns<Row<"days">>({
  id: days.id,
  date: days.date,
  title: days.title,
  notes: days.notes,
  timezone: days.timezone,
  isRetired: sql`${days.deletedAt} is not null`,
});

const stopVotes = sql`(select ${votes.stopId}, json_agg(json_build_object('memberId', ${votes.memberId}, 'value', ${votes.value},
    'updatedAt', ${isoInstant(votes.updatedAt)}) order by ${votes.memberId}) as list
  from ${votes} where ${votes.tripId} = ${param("tripId", "uuid")} and ${votes.value} <> 0 group by ${votes.stopId})`;

const { deletedAt: _1, version: _2, createdAt: _3, updatedAt: _4, position: _5, ...stopOwn } = stopFields;
const stopColumns = jsonColumns<Row<"stops">>({ ...stopOwn, votes: sql`coalesce(v.list, '[]'::json)` });

const { deletedAt: _6, version: _7, createdAt: _8, updatedAt: _9, ...reservationOwn } = reservationFields;
// A deleted stop is not in the file, so its reservation must not refer to it.
const reservationColumns = jsonColumns<Row<"reservations">>({ ...reservationOwn, stopId: sql`s.id` });

const { deletedAt: _10, version: _11, createdAt: _12, updatedAt: _13, ...decisionOwn } = decisionFields;
const decisionColumns = jsonColumns<Row<"decisions">>({
  ...decisionOwn,
  candidates: sql`coalesce((select json_agg(c.id order by c.place) from unnest(${decisions.candidates}) with ordinality c(id, place)
    where ${isLiveStop(sql`c.id`)}), '[]'::json)`,
  winnerId: sql`case when ${isLiveStop(sql`${decisions.winnerId}`)} then ${decisions.winnerId} end`,
});

const itemColumns = jsonColumns<Row<"items">>({
  id: itemFields.id,
  list: itemFields.list,
  text: itemFields.text,
  section: itemFields.section,
  assigneeId: itemFields.assigneeId,
  dueDate: itemFields.dueDate,
  doneAt: itemFields.doneAt,
  isPrivate: sql`${items.ownerId} is not null`,
});

const { deletedAt: _14, version: _15, updatedAt: _17, private: _18, ...expenseOwn } = expenseFields;
const expenseColumns = jsonColumns<Row<"expenses">>({
  ...expenseOwn,
  stopId: sql`s.id`,
  reservationId: sql`r.id`,
  isPrivate: sql`${expenses.people} is not null`,
});

const { deletedAt: _19, version: _20, updatedAt: _22, private: _23, ...settlementOwn } = settlementFields;
const settlementColumns = jsonColumns<Row<"settlements">>({
  ...settlementOwn,
  isPrivate: settlements.private,
});

const commentColumns = jsonColumns<Row<"comments">>({
  id: comments.id,
  target: sql`json_build_object('kind', ${comments.targetKind}, 'id', ${comments.targetId})`,
  memberId: comments.memberId,
  body: comments.body,
  mentions: comments.mentions,
  editedAt: isoInstant(comments.editedAt),
  resolvedAt: isoInstant(comments.resolvedAt),
  createdAt: isoInstant(comments.createdAt),
});

const attachmentColumns = jsonColumns<Row<"attachments">>({
  id: attachmentFields.id,
  target: attachmentFields.target,
  name: attachmentFields.name,
  contentType: attachmentFields.contentType,
  size: attachmentFields.size,
});

/**
 * A condition: the target of the row is not deleted. A row with a deleted target can be restored together with the
 * target, but is not in the file.
 */
function targetIsThere(kind: SQL, id: SQL): SQL {
  return sql`case ${kind} when 'stop' then ${isLiveStop(id)}
    when 'reservation' then exists (select 1 from ${reservations} where ${reservations.tripId} = ${param("tripId", "uuid")}
      and ${reservations.id} = ${id} and ${reservations.deletedAt} is null)
    when 'expense' then exists (select 1 from ${expenses} where ${expenses.tripId} = ${param("tripId", "uuid")}
      and ${expenses.id} = ${id} and ${expenses.deletedAt} is null and ${isVisibleTo(readerMemberId)})
    else true end`;
}

const ofTrip = (table: { tripId: SQL | object }) => sql`${table.tripId} = ${trips.id}`;

const body = jsonObject<Body>({
  exportedBy: readerMemberId,
  trip: fileTrip,
  members: jsonArray(
    sql`select ${memberColumns} from ${tripMembers} where ${ofTrip(tripMembers)} order by ${tripMembers.id}`,
  ),
  days: jsonArray(
    sql`select ${dayColumns} from ${days} where ${ofTrip(days)} order by ${days.date}, ${days.id}`,
  ),
  stops: jsonArray(sql`select ${stopColumns} from ${stops} left join ${days} d on d.id = ${stops.dayId}
    left join ${stopVotes} v on v.stop_id = ${stops.id}
    where ${ofTrip(stops)} and ${stops.deletedAt} is null order by d.date nulls last, ${stops.position}, ${stops.id}`),
  reservations: jsonArray(sql`select ${reservationColumns} from ${reservations}
    left join ${stops} s on s.id = ${reservations.stopId} and s.deleted_at is null
    where ${ofTrip(reservations)} and ${reservations.deletedAt} is null order by ${reservations.startAt} nulls last, ${reservations.id}`),
  decisions: jsonArray(sql`select ${decisionColumns} from ${decisions}
    where ${ofTrip(decisions)} and ${decisions.deletedAt} is null order by ${decisions.id}`),
  items:
    jsonArray(sql`select ${itemColumns} from ${items} where ${ofTrip(items)} and ${items.deletedAt} is null
    and (${items.ownerId} is null or ${items.ownerId} = ${param("userId", "uuid")}) order by ${items.list}, ${items.position}, ${items.id}`),
  ...listRowsForFile,
  expenses: jsonArray(sql`select ${expenseColumns} from ${expenses}
    left join ${stops} s on s.id = ${expenses.stopId} and s.deleted_at is null
    left join ${reservations} r on r.id = ${expenses.reservationId} and r.deleted_at is null
    where ${ofTrip(expenses)} and ${expenses.deletedAt} is null and ${isVisibleTo(readerMemberId)} order by ${expenses.id}`),
  settlements: jsonArray(sql`select ${settlementColumns} from ${settlements} where ${ofTrip(settlements)}
    and ${settlements.deletedAt} is null and ${isSettlementVisibleTo(readerMemberId)} order by ${settlements.id}`),
  comments:
    jsonArray(sql`select ${commentColumns} from ${comments} where ${ofTrip(comments)} and ${comments.deletedAt} is null
    and ${targetIsThere(sql`${comments.targetKind}`, sql`${comments.targetId}`)} order by ${comments.id}`),
  attachments:
    jsonArray(sql`select ${attachmentColumns} from ${attachments} where ${ofTrip(attachments)} and ${attachments.deletedAt} is null
    and ${targetIsThere(sql`${attachments.targetKind}`, sql`${attachments.targetId}`)} order by ${attachments.id}`),
});

/** Everything that a trip file contains, from one snapshot; the caller checks whether the user may read it. */
export const selectTripFile = statement<{ tripId: string; userId: string }, { body: Body }>(
  "select_trip_file",
  sql`select ${body} as body from ${trips} where ${trips.id} = ${param("tripId", "uuid")}`,
);

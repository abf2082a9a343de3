import { sql, type SQLWrapper } from "drizzle-orm";
import { comments } from "#db/schema/comments.ts";
import { days, stops, votes } from "#db/schema/plan.ts";
import { decisions, suggestions } from "#db/schema/decisions.ts";
import { items } from "#db/schema/items.ts";
import { invites, tripMembers } from "#db/schema/members.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { attachments, reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { InviteDto } from "#lib/shared/invites.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import type { StopFields, VoteDto } from "#lib/shared/stops.ts";
import type { TripFields } from "#lib/shared/trips.ts";
import { isoInstant, jsonObject } from "./projection.ts";

export const tripFields = {
  id: trips.id,
  title: trips.title,
  destination: trips.destination,
  startDate: trips.startDate,
  endDate: trips.endDate,
  timezone: trips.timezone,
  currency: trips.currency,
  formerCurrencies: trips.formerCurrencies,
  budget: trips.budget,
  cover: trips.cover,
  isSample: trips.isSample,
  isDemo: trips.isDemo,
  archivedAt: isoInstant(trips.archivedAt),
  deletedAt: isoInstant(trips.deletedAt),
  version: trips.version,
  createdAt: isoInstant(trips.createdAt),
  updatedAt: isoInstant(trips.updatedAt),
};
export const tripJson = jsonObject<TripFields>(tripFields);

export const memberFields = {
  id: tripMembers.id,
  userId: tripMembers.userId,
  // The value is computed from the member row alone, since only a write of the trip may change what its members see: a
  // guest's row names an invite.
  hasAccount: sql`${tripMembers.userId} is not null and ${tripMembers.inviteId} is null`,
  name: tripMembers.name,
  image: tripMembers.image,
  role: tripMembers.role,
  leftAt: isoInstant(tripMembers.leftAt),
  version: tripMembers.version,
  updatedAt: isoInstant(tripMembers.updatedAt),
};
export const memberJson = jsonObject<MemberDto>(memberFields);

/** The fields of a member who has not left. */
export const presentMemberFields = { ...memberFields, leftAt: sql`null` };

export const dayFields = {
  id: days.id,
  date: days.date,
  title: days.title,
  notes: days.notes,
  timezone: days.timezone,
  version: days.version,
  updatedAt: isoInstant(days.updatedAt),
};
export const dayJson = jsonObject<DayDto>(dayFields);

export const stopFields = {
  id: stops.id,
  dayId: stops.dayId,
  position: stops.position,
  name: stops.name,
  place: stops.place,
  category: stops.category,
  startTime: stops.startTime,
  endTime: stops.endTime,
  timezone: stops.timezone,
  notes: stops.notes,
  url: stops.url,
  cost: sql`case when ${stops.costAmount} is not null then json_build_object('amount', ${stops.costAmount}, 'currency', ${stops.costCurrency}) end`,
  participants: stops.participants,
  hours: stops.hours,
  travelMode: stops.travelMode,
  formerDate: stops.formerDate,
  deletedAt: isoInstant(stops.deletedAt),
  version: stops.version,
  createdAt: isoInstant(stops.createdAt),
  updatedAt: isoInstant(stops.updatedAt),
};
export const stopJson = jsonObject<StopFields>(stopFields);

export const voteJson = jsonObject<VoteDto>({
  stopId: votes.stopId,
  memberId: votes.memberId,
  value: votes.value,
  updatedAt: isoInstant(votes.updatedAt),
});

export const commentFields = {
  id: comments.id,
  target: sql`json_build_object('kind', ${comments.targetKind}, 'id', ${comments.targetId})`,
  memberId: comments.memberId,
  body: comments.body,
  mentions: comments.mentions,
  editedAt: isoInstant(comments.editedAt),
  resolvedAt: isoInstant(comments.resolvedAt),
  deletedAt: isoInstant(comments.deletedAt),
  version: comments.version,
  createdAt: isoInstant(comments.createdAt),
  updatedAt: isoInstant(comments.updatedAt),
};
export const commentJson = jsonObject<CommentDto>(commentFields);

/** Makes one end of a reservation from a pair of columns. */
function localTime(local: SQLWrapper, zone: SQLWrapper) {
  return sql`case when ${local} is not null then json_build_object('local', ${local}, 'zone', ${zone}) end`;
}

export const reservationFields = {
  id: reservations.id,
  kind: reservations.kind,
  title: reservations.title,
  start: localTime(reservations.startLocal, reservations.startZone),
  end: localTime(reservations.endLocal, reservations.endZone),
  from: reservations.fromPlace,
  to: reservations.toPlace,
  confirmation: reservations.confirmation,
  provider: reservations.provider,
  contact: reservations.contact,
  url: reservations.url,
  notes: reservations.notes,
  cost: sql`case when ${reservations.costAmount} is not null then json_build_object('amount', ${reservations.costAmount}, 'currency', ${reservations.costCurrency}) end`,
  stopId: reservations.stopId,
  participants: reservations.participants,
  deletedAt: isoInstant(reservations.deletedAt),
  version: reservations.version,
  createdAt: isoInstant(reservations.createdAt),
  updatedAt: isoInstant(reservations.updatedAt),
};

export const expenseFields = {
  id: expenses.id,
  title: expenses.title,
  money: expenses.money,
  rate: expenses.rate,
  category: expenses.category,
  spentOn: expenses.spentOn,
  notes: expenses.notes,
  stopId: expenses.stopId,
  reservationId: expenses.reservationId,
  nights: expenses.nights,
  private: sql`${expenses.people} is not null`,
  createdBy: expenses.createdBy,
  deletedAt: isoInstant(expenses.deletedAt),
  version: expenses.version,
  createdAt: isoInstant(expenses.createdAt),
  updatedAt: isoInstant(expenses.updatedAt),
};

export const settlementFields = {
  id: settlements.id,
  from: settlements.fromId,
  to: settlements.toId,
  amount: settlements.amount,
  currency: settlements.currency,
  rate: settlements.rate,
  paidOn: settlements.paidOn,
  note: settlements.note,
  private: settlements.private,
  createdBy: settlements.createdBy,
  deletedAt: isoInstant(settlements.deletedAt),
  version: settlements.version,
  createdAt: isoInstant(settlements.createdAt),
  updatedAt: isoInstant(settlements.updatedAt),
};

export const attachmentFields = {
  id: attachments.id,
  target: sql`json_build_object('kind', ${attachments.targetKind}, 'id', ${attachments.targetId})`,
  name: attachments.name,
  contentType: attachments.contentType,
  size: attachments.size,
  memberId: attachments.memberId,
  deletedAt: isoInstant(attachments.deletedAt),
  version: attachments.version,
  createdAt: isoInstant(attachments.createdAt),
  updatedAt: isoInstant(attachments.updatedAt),
};

export const decisionFields = {
  id: decisions.id,
  title: decisions.title,
  notes: decisions.notes,
  candidates: decisions.candidates,
  deadline: isoInstant(decisions.deadline),
  dayId: decisions.dayId,
  status: decisions.status,
  winnerId: decisions.winnerId,
  closedAt: isoInstant(decisions.closedAt),
  deletedAt: isoInstant(decisions.deletedAt),
  version: decisions.version,
  createdAt: isoInstant(decisions.createdAt),
  updatedAt: isoInstant(decisions.updatedAt),
};

export const suggestionFields = {
  id: suggestions.id,
  memberId: suggestions.memberId,
  note: suggestions.note,
  lines: suggestions.lines,
  baseSeq: suggestions.baseSeq,
  status: suggestions.status,
  answer: suggestions.answer,
  answeredBy: suggestions.answeredBy,
  answeredAt: isoInstant(suggestions.answeredAt),
  version: suggestions.version,
  createdAt: isoInstant(suggestions.createdAt),
  updatedAt: isoInstant(suggestions.updatedAt),
};

export const itemFields = {
  id: items.id,
  list: items.list,
  position: items.position,
  text: items.text,
  section: items.section,
  assigneeId: items.assigneeId,
  dueDate: items.dueDate,
  doneAt: isoInstant(items.doneAt),
  ownerId: items.ownerId,
  deletedAt: isoInstant(items.deletedAt),
  version: items.version,
  createdAt: isoInstant(items.createdAt),
  updatedAt: isoInstant(items.updatedAt),
};

export const inviteJson = jsonObject<InviteDto>({
  id: invites.id,
  role: invites.role,
  email: invites.email,
  memberId: invites.memberId,
  expiresAt: isoInstant(invites.expiresAt),
  maxUses: invites.maxUses,
  uses: invites.uses,
  createdBy: invites.createdBy,
  version: invites.version,
  createdAt: isoInstant(invites.createdAt),
  updatedAt: isoInstant(invites.updatedAt),
});

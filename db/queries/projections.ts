import { sql } from "drizzle-orm";
import { comments, days, stops, votes } from "#db/schema/plan.ts";
import { invites, tripMembers } from "#db/schema/members.ts";
import { trips } from "#db/schema/trips.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { InviteDto } from "#lib/shared/invites.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import type { StopFields, VoteDto } from "#lib/shared/stops.ts";
import type { TripFields } from "#lib/shared/trips.ts";
import { iso, jsonObject } from "./projection.ts";

export const tripFields = {
  id: trips.id,
  title: trips.title,
  destination: trips.destination,
  startDate: trips.startDate,
  endDate: trips.endDate,
  timezone: trips.timezone,
  currency: trips.currency,
  isSample: trips.isSample,
  isDemo: trips.isDemo,
  archivedAt: iso(trips.archivedAt),
  deletedAt: iso(trips.deletedAt),
  version: trips.version,
  createdAt: iso(trips.createdAt),
  updatedAt: iso(trips.updatedAt),
};
export const tripJson = jsonObject<TripFields>(tripFields);

export const memberFields = {
  id: tripMembers.id,
  userId: tripMembers.userId,
  name: tripMembers.name,
  image: tripMembers.image,
  role: tripMembers.role,
  leftAt: iso(tripMembers.leftAt),
  version: tripMembers.version,
  updatedAt: iso(tripMembers.updatedAt),
};
export const memberJson = jsonObject<MemberDto>(memberFields);

export const dayFields = {
  id: days.id,
  date: days.date,
  title: days.title,
  notes: days.notes,
  timezone: days.timezone,
  version: days.version,
  updatedAt: iso(days.updatedAt),
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
  formerDate: stops.formerDate,
  deletedAt: iso(stops.deletedAt),
  version: stops.version,
  createdAt: iso(stops.createdAt),
  updatedAt: iso(stops.updatedAt),
};
export const stopJson = jsonObject<StopFields>(stopFields);

export const voteJson = jsonObject<VoteDto>({
  stopId: votes.stopId,
  memberId: votes.memberId,
  value: votes.value,
  updatedAt: iso(votes.updatedAt),
});

export const commentJson = jsonObject<CommentDto>({
  id: comments.id,
  target: sql`json_build_object('kind', ${comments.targetKind}, 'id', ${comments.targetId})`,
  memberId: comments.memberId,
  body: comments.body,
  editedAt: iso(comments.editedAt),
  resolvedAt: iso(comments.resolvedAt),
  deletedAt: iso(comments.deletedAt),
  version: comments.version,
  createdAt: iso(comments.createdAt),
  updatedAt: iso(comments.updatedAt),
});

export const inviteJson = jsonObject<InviteDto>({
  id: invites.id,
  role: invites.role,
  email: invites.email,
  expiresAt: iso(invites.expiresAt),
  maxUses: invites.maxUses,
  uses: invites.uses,
  createdBy: invites.createdBy,
  version: invites.version,
  createdAt: iso(invites.createdAt),
  updatedAt: iso(invites.updatedAt),
});

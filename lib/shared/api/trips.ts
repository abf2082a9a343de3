import * as z from "zod";
import { DatesPreview, DatesPreviewQuery } from "../days.ts";
import { Instant } from "../fields.ts";
import { OwnershipTransfer } from "../members.ts";
import { TripCopy } from "../trip-copies.ts";
import { NewTrip, TripDto, TripFilter, TripPatch, TripSummary } from "../trips.ts";
import { DELETED_TRIP_DAYS } from "../trip-trash.ts";
import { endpoint } from "./endpoint.ts";
import { PageQuery, TripParams } from "./params.ts";

const trip = { params: TripParams, response: TripDto, status: 200 } as const;

export const tripsApi = {
  list: endpoint({
    id: "trips.list",
    method: "GET",
    path: "/api/trips",
    access: "user",
    summary:
      "The caller's trips, newest dates first, with the shared demo trip; deleted ones only for their owner.",
    query: PageQuery.extend({
      filter: TripFilter.optional().meta({ description: "default: all but archived" }),
    }),
    response: z.array(TripSummary),
    status: 200,
  }),
  create: endpoint({
    id: "trips.create",
    method: "POST",
    path: "/api/trips",
    access: "user",
    summary: "Create a trip; the caller owns it.",
    body: NewTrip,
    response: TripDto,
    status: 201,
  }),
  get: endpoint({
    ...trip,
    id: "trips.get",
    method: "GET",
    path: "/api/trips/{tripId}",
    access: "guest",
    summary: "The whole trip in one answer, with the seq of the last event that it contains.",
  }),
  snapshot: endpoint({
    ...trip,
    id: "trips.snapshot",
    method: "GET",
    path: "/api/trips/{tripId}/snapshot",
    access: "guest",
    summary: "The whole trip as it was after an event, or at an instant.",
    query: z
      .strictObject({
        seq: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
        at: Instant.optional(),
      })
      .refine(({ seq, at }) => (seq === undefined) !== (at === undefined), {
        message: "Send either seq or at.",
        path: ["seq"],
      }),
  }),
  update: endpoint({
    ...trip,
    id: "trips.update",
    method: "PATCH",
    path: "/api/trips/{tripId}",
    access: "editor",
    summary: "Change title, destination, dates, currency or zone; stops of days that vanish go to Ideas.",
    body: TripPatch,
  }),
  delete: endpoint({
    id: "trips.delete",
    method: "DELETE",
    path: "/api/trips/{tripId}",
    access: "owner",
    summary: `Delete the trip; it can be restored for ${DELETED_TRIP_DAYS} days.`,
    params: TripParams,
    status: 204,
  }),
  restore: endpoint({
    ...trip,
    id: "trips.restore",
    method: "POST",
    path: "/api/trips/{tripId}/restore",
    access: "owner",
    summary: "Bring a deleted trip back.",
  }),
  archive: endpoint({
    ...trip,
    id: "trips.archive",
    method: "POST",
    path: "/api/trips/{tripId}/archive",
    access: "owner",
    summary: "Archive: the trip can be read but not changed.",
  }),
  unarchive: endpoint({
    ...trip,
    id: "trips.unarchive",
    method: "POST",
    path: "/api/trips/{tripId}/unarchive",
    access: "owner",
    summary: "Open an archived trip for changes again.",
  }),
  duplicate: endpoint({
    id: "trips.duplicate",
    method: "POST",
    path: "/api/trips/{tripId}/duplicate",
    access: "viewer",
    summary:
      "Make a trip of the caller's with the same plan: without its members, votes, comments and files.",
    params: TripParams,
    body: TripCopy,
    response: TripDto,
    status: 201,
  }),
  transfer: endpoint({
    ...trip,
    id: "trips.transfer",
    method: "POST",
    path: "/api/trips/{tripId}/transfer",
    access: "owner",
    summary: "Make another member the owner; the caller becomes an editor.",
    body: OwnershipTransfer,
  }),
  leave: endpoint({
    id: "trips.leave",
    method: "POST",
    path: "/api/trips/{tripId}/leave",
    access: "guest",
    summary: "Leave the trip; an owner transfers it first.",
    params: TripParams,
    status: 204,
  }),
  previewDates: endpoint({
    id: "trips.previewDates",
    method: "POST",
    path: "/api/trips/{tripId}/dates/preview",
    access: "viewer",
    summary: "What a change of dates would move; the change itself is the PATCH of the trip.",
    params: TripParams,
    body: DatesPreviewQuery,
    response: DatesPreview,
    status: 200,
  }),
};

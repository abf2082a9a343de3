import { Id } from "../fields.ts";
import * as z from "zod";
import { NewStop, NewStops, StopDto, StopMove, StopPatch, VoteDto, VoteInput } from "../stops.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

const StopParams = TripParams.extend({ stopId: Id });
const stop = { params: StopParams, response: StopDto, status: 200, access: "editor" } as const;

export const stopsApi = {
  create: endpoint({
    id: "stops.create",
    method: "POST",
    path: "/api/trips/{tripId}/stops",
    access: "editor",
    summary: "Add a stop at the end of a day, or of Ideas.",
    params: TripParams,
    body: NewStop,
    response: StopDto,
    status: 201,
  }),
  createMany: endpoint({
    id: "stops.createMany",
    method: "POST",
    path: "/api/trips/{tripId}/stops/batch",
    access: "editor",
    summary: "Add several stops in their order at the end of one day, or of Ideas, all or none.",
    params: TripParams,
    body: NewStops,
    response: z.array(StopDto),
    status: 201,
  }),
  update: endpoint({
    ...stop,
    id: "stops.update",
    method: "PATCH",
    path: "/api/trips/{tripId}/stops/{stopId}",
    summary: "Change fields of a stop.",
    body: StopPatch,
  }),
  delete: endpoint({
    id: "stops.delete",
    method: "DELETE",
    path: "/api/trips/{tripId}/stops/{stopId}",
    access: "editor",
    summary: "Delete a stop; it can be restored.",
    params: StopParams,
    status: 204,
  }),
  restore: endpoint({
    ...stop,
    id: "stops.restore",
    method: "POST",
    path: "/api/trips/{tripId}/stops/{stopId}/restore",
    summary: "Bring a deleted stop back to its place, or to Ideas when its day is gone.",
  }),
  move: endpoint({
    ...stop,
    id: "stops.move",
    method: "POST",
    path: "/api/trips/{tripId}/stops/{stopId}/move",
    summary: "Move a stop within its day, to another day or to Ideas.",
    body: StopMove,
  }),
  vote: endpoint({
    id: "stops.vote",
    method: "PUT",
    path: "/api/trips/{tripId}/stops/{stopId}/vote",
    access: "guest",
    summary: "Vote for (1) or against (-1) a stop, or take the vote back (0).",
    params: StopParams,
    body: VoteInput,
    response: VoteDto,
    status: 200,
  }),
};

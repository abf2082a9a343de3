import * as z from "zod";
import { Id } from "../fields.ts";
import { MemberDto, MemberPatch } from "../members.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

const MemberParams = TripParams.extend({ userId: Id });

export const membersApi = {
  list: endpoint({
    id: "members.list",
    method: "GET",
    path: "/api/trips/{tripId}/members",
    access: "guest",
    summary: "Everyone who is or was in the trip.",
    params: TripParams,
    response: z.array(MemberDto),
    status: 200,
  }),
  update: endpoint({
    id: "members.update",
    method: "PATCH",
    path: "/api/trips/{tripId}/members/{userId}",
    access: "owner",
    summary: "Change a member's role.",
    params: MemberParams,
    body: MemberPatch,
    response: MemberDto,
    status: 200,
  }),
  remove: endpoint({
    id: "members.remove",
    method: "DELETE",
    path: "/api/trips/{tripId}/members/{userId}",
    access: "owner",
    summary: "Remove a member; what they wrote stays, and they need a new invite to come back.",
    params: MemberParams,
    status: 204,
  }),
};

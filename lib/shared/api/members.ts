import * as z from "zod";
import { Id } from "../fields.ts";
import { MemberDto, MemberPatch, NewPlaceholder, PlaceholderMerge, PlaceholderPatch } from "../members.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

const MemberParams = TripParams.extend({ userId: Id });
const PlaceholderParams = TripParams.extend({ memberId: Id });

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
  addPlaceholder: endpoint({
    id: "members.addPlaceholder",
    method: "POST",
    path: "/api/trips/{tripId}/placeholders",
    access: "editor",
    summary: "Add somebody without an account by their name; an invite may hand the place over later.",
    params: TripParams,
    body: NewPlaceholder,
    response: MemberDto,
    status: 201,
  }),
  renamePlaceholder: endpoint({
    id: "members.renamePlaceholder",
    method: "PATCH",
    path: "/api/trips/{tripId}/placeholders/{memberId}",
    access: "editor",
    summary: "Change the name of somebody without an account.",
    params: PlaceholderParams,
    body: PlaceholderPatch,
    response: MemberDto,
    status: 200,
  }),
  removePlaceholder: endpoint({
    id: "members.removePlaceholder",
    method: "DELETE",
    path: "/api/trips/{tripId}/placeholders/{memberId}",
    access: "editor",
    summary: "Take somebody without an account out; what refers to them stays, invites for their place end.",
    params: PlaceholderParams,
    status: 204,
  }),
  restorePlaceholder: endpoint({
    id: "members.restorePlaceholder",
    method: "POST",
    path: "/api/trips/{tripId}/placeholders/{memberId}/restore",
    access: "editor",
    summary: "Bring somebody without an account back.",
    params: PlaceholderParams,
    response: MemberDto,
    status: 200,
  }),
  mergePlaceholder: endpoint({
    id: "members.mergePlaceholder",
    method: "POST",
    path: "/api/trips/{tripId}/placeholders/{memberId}/merge",
    access: "editor",
    summary:
      "Say that a placeholder is the same person as another member, who gets all that refers to the placeholder; answers with that member. One undo takes it back whole.",
    params: PlaceholderParams,
    body: PlaceholderMerge,
    response: MemberDto,
    status: 200,
  }),
};

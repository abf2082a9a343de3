import * as z from "zod";
import { Id } from "../fields.ts";
import {
  CreatedInvite,
  InviteAccepted,
  InviteAnswer,
  InviteDto,
  InvitePreview,
  InviteToken,
  NewInvite,
} from "../invites.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

const TokenParams = z.object({ token: InviteToken });

export const invitesApi = {
  list: endpoint({
    id: "invites.list",
    method: "GET",
    path: "/api/trips/{tripId}/invites",
    access: "editor",
    summary: "Invites that still work.",
    params: TripParams,
    response: z.array(InviteDto),
    status: 200,
  }),
  create: endpoint({
    id: "invites.create",
    method: "POST",
    path: "/api/trips/{tripId}/invites",
    access: "editor",
    summary: "Make an invite link; the token is shown this once.",
    params: TripParams,
    body: NewInvite,
    response: CreatedInvite,
    status: 201,
  }),
  revoke: endpoint({
    id: "invites.revoke",
    method: "DELETE",
    path: "/api/trips/{tripId}/invites/{inviteId}",
    access: "editor",
    summary: "Stop an invite link from working.",
    params: TripParams.extend({ inviteId: Id }),
    status: 204,
  }),
  preview: endpoint({
    id: "invites.preview",
    method: "GET",
    path: "/api/invites/{token}",
    access: "user",
    guests: true,
    summary: "What an invite link leads to.",
    params: TokenParams,
    response: InvitePreview,
    status: 200,
  }),
  accept: endpoint({
    id: "invites.accept",
    method: "POST",
    path: "/api/invites/{token}/accept",
    access: "user",
    guests: true,
    summary:
      "Join the trip; never lowers a role that the caller has. Guests stay guests until they sign up. Who has a place there already says by `merge` whether the placeholder of the link is them, too.",
    params: TokenParams,
    query: InviteAnswer,
    response: InviteAccepted,
    status: 200,
  }),
};

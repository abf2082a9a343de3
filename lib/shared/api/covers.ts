import * as z from "zod";
import { CoverPictureQuery, TripCover } from "../covers.ts";
import { InviteToken } from "../invites.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

const TokenParams = z.object({ token: InviteToken });
const PICTURE = ["image/jpeg", "image/png", "image/webp"] as const;

export const coversApi = {
  get: endpoint({
    id: "covers.get",
    method: "GET",
    path: "/api/trips/{tripId}/cover",
    access: "guest",
    summary: "The trip's picture with its author and licence, and what its map shows where there is none.",
    params: TripParams,
    response: TripCover,
    status: 200,
  }),
  picture: endpoint({
    id: "covers.picture",
    method: "GET",
    path: "/api/trips/{tripId}/cover/picture",
    access: "guest",
    summary: "The picture that a trip's cover names, at most 2 MiB; browsers may keep it for a week.",
    params: TripParams,
    query: CoverPictureQuery,
    download: PICTURE,
    status: 200,
  }),
  ofInvite: endpoint({
    id: "covers.ofInvite",
    method: "GET",
    path: "/api/uploads/invites/{token}/cover",
    access: "public",
    summary: "The same of the trip that an invite link leads to, without its stops.",
    params: TokenParams,
    response: TripCover,
    status: 200,
  }),
  pictureOfInvite: endpoint({
    id: "covers.pictureOfInvite",
    method: "GET",
    path: "/api/uploads/invites/{token}/cover/picture",
    access: "public",
    summary: "The picture that an invite's cover names.",
    params: TokenParams,
    query: CoverPictureQuery,
    download: PICTURE,
    status: 200,
  }),
};

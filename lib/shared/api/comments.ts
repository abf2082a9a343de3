import * as z from "zod";
import { CommentDto, CommentPatch, NewComment, ReadMark, TargetParam, UnreadThread } from "../comments.ts";
import { Id } from "../fields.ts";
import { endpoint } from "./endpoint.ts";
import { PageQuery, TripParams } from "./params.ts";

const CommentParams = TripParams.extend({ commentId: Id });
const comment = { params: CommentParams, response: CommentDto, status: 200, access: "guest" } as const;

export const commentsApi = {
  list: endpoint({
    id: "comments.list",
    method: "GET",
    path: "/api/trips/{tripId}/comments",
    access: "guest",
    summary: "The thread of a stop, a reservation or the trip, oldest first.",
    params: TripParams,
    query: PageQuery.extend({ target: TargetParam }),
    response: z.array(CommentDto),
    status: 200,
  }),
  create: endpoint({
    id: "comments.create",
    method: "POST",
    path: "/api/trips/{tripId}/comments",
    access: "guest",
    summary: "Write a comment on a stop, a reservation or the trip.",
    params: TripParams,
    body: NewComment,
    response: CommentDto,
    status: 201,
  }),
  update: endpoint({
    ...comment,
    id: "comments.update",
    method: "PATCH",
    path: "/api/trips/{tripId}/comments/{commentId}",
    summary: "Edit one's own comment.",
    body: CommentPatch,
  }),
  delete: endpoint({
    id: "comments.delete",
    method: "DELETE",
    path: "/api/trips/{tripId}/comments/{commentId}",
    access: "guest",
    summary: "Delete one's own comment (owners: any); its text leaves the history too.",
    params: CommentParams,
    status: 204,
  }),
  restore: endpoint({
    ...comment,
    id: "comments.restore",
    method: "POST",
    path: "/api/trips/{tripId}/comments/{commentId}/restore",
    summary: "Bring one's own deleted comment back.",
  }),
  resolve: endpoint({
    ...comment,
    id: "comments.resolve",
    method: "POST",
    path: "/api/trips/{tripId}/comments/{commentId}/resolve",
    summary: "Mark a comment as settled, or open it again.",
    body: z.strictObject({ resolved: z.boolean() }),
  }),
  unread: endpoint({
    id: "comments.unread",
    method: "GET",
    path: "/api/trips/{tripId}/comments/unread",
    access: "guest",
    summary: "Threads with comments of others that the caller has not read.",
    params: TripParams,
    response: z.array(UnreadThread),
    status: 200,
  }),
  read: endpoint({
    id: "comments.read",
    method: "PUT",
    path: "/api/trips/{tripId}/comments/read",
    access: "guest",
    summary: "Say how far the caller has read a thread.",
    params: TripParams,
    body: ReadMark,
    response: ReadMark,
    status: 200,
  }),
};

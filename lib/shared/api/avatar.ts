import * as z from "zod";
import { AVATAR_UPLOAD } from "../avatar-upload.ts";
import { Id } from "../fields.ts";
import { endpoint } from "./endpoint.ts";

const avatar = {
  path: "/api/users/avatar",
  access: "user",
  response: z.object({
    image: z.string().meta({ description: "The picture that everyone sees from now on; an absolute URL." }),
  }),
  status: 200,
} as const;

export const avatarApi = {
  upload: endpoint({
    ...avatar,
    id: "avatar.upload",
    method: "POST",
    summary: "Set the caller's picture. It becomes a square of 512 px; nothing else of the file is kept.",
    upload: AVATAR_UPLOAD,
  }),
  remove: endpoint({
    ...avatar,
    id: "avatar.remove",
    method: "DELETE",
    summary: "Take the caller's picture away; the one made for them stands in.",
  }),
  read: endpoint({
    id: "avatar.read",
    method: "GET",
    path: "/api/uploads/avatars/{userId}/{file}",
    access: "public",
    summary: "An uploaded picture, by the address that `image` holds. It never changes.",
    params: z.object({ userId: Id, file: z.string().regex(/^[\w-]{43}\.webp$/) }),
    download: ["image/webp"],
    status: 200,
  }),
};

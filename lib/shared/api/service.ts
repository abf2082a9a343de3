import * as z from "zod";
import { endpoint } from "./endpoint.ts";

const Part = z.enum(["ok", "down"]);

export const serviceApi = {
  ping: endpoint({
    id: "service.ping",
    method: "GET",
    path: "/api/ping",
    access: "public",
    summary: "Whether this server lives. It asks no other part, and answers until the server has stopped.",
    response: z.object({ ok: z.literal(true) }),
    status: 200,
  }),
  health: endpoint({
    id: "service.health",
    method: "GET",
    path: "/api/health",
    access: "public",
    summary:
      "Whether requests should be sent to this server: 200 when the database, with all of its migrations, answers and takes writes, the realtime rooms answer, and uploads can be kept; else 503.",
    response: z.object({
      status: z
        .enum([...Part.options, "stopping"])
        .meta({ description: "stopping: send no more requests here" }),
      database: z.enum([...Part.options, "behind", "read-only"]).meta({
        description:
          "behind: it answers, and lacks migrations of this version; read-only: it answers, and takes no writes, as with a full disk",
      }),
      room: Part,
      storage: z
        .literal("down")
        .optional()
        .meta({ description: "Said only where the folder of uploads takes no files" }),
      warnings: z
        .array(z.enum(["background-work", "little-space"]))
        .optional()
        .meta({
          description:
            "Said only where there are some: requests succeed, and an operator should look. background-work: some is overdue by minutes; little-space: the disk of uploads is nearly full",
        }),
    }),
    status: 200,
  }),
  openapi: endpoint({
    id: "service.openapi",
    method: "GET",
    path: "/api/openapi.json",
    access: "public",
    summary: "This document.",
    response: z.looseObject({ openapi: z.string() }),
    status: 200,
  }),
};

import * as z from "zod";
import { endpoint } from "./endpoint.ts";

const Part = z.enum(["ok", "down"]);

export const serviceApi = {
  ping: endpoint({
    id: "service.ping",
    method: "GET",
    path: "/api/ping",
    access: "public",
    summary: "Whether the service runs; it asks no other part.",
    response: z.object({ ok: z.literal(true) }),
    status: 200,
  }),
  health: endpoint({
    id: "service.health",
    method: "GET",
    path: "/api/health",
    access: "public",
    summary: "Whether the database and the realtime room answer.",
    response: z.object({
      status: z
        .enum([...Part.options, "stopping"])
        .meta({ description: "stopping: send no more requests here" }),
      database: Part,
      room: Part,
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

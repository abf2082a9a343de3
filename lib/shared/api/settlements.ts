import * as z from "zod";
import { Id } from "../fields.ts";
import { NewSettlement, SettlementDto, SettlementPatch } from "../settlements.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

const SettlementParams = TripParams.extend({ settlementId: Id });
const settlement = {
  params: SettlementParams,
  response: SettlementDto,
  status: 200,
  access: "editor",
} as const;

export const settlementsApi = {
  list: endpoint({
    id: "settlements.list",
    method: "GET",
    path: "/api/trips/{tripId}/settlements",
    access: "guest",
    summary: "What members gave each other, newest first; others' private ones are absent.",
    params: TripParams,
    response: z.array(SettlementDto),
    status: 200,
  }),
  create: endpoint({
    id: "settlements.create",
    method: "POST",
    path: "/api/trips/{tripId}/settlements",
    access: "editor",
    summary:
      "Record that one member gave another money, all that is owed or a part, in any currency. Where somebody else has recorded one that looks the same, within three days, it answers 409 SIMILAR_PAYMENT with that one in `details.current`.",
    params: TripParams,
    body: NewSettlement,
    response: SettlementDto,
    status: 201,
  }),
  update: endpoint({
    ...settlement,
    id: "settlements.update",
    method: "PATCH",
    path: "/api/trips/{tripId}/settlements/{settlementId}",
    summary: "Change a settlement; amount and currency conflict together.",
    body: SettlementPatch,
  }),
  delete: endpoint({
    id: "settlements.delete",
    method: "DELETE",
    path: "/api/trips/{tripId}/settlements/{settlementId}",
    access: "editor",
    summary: "Delete a settlement; it can be restored.",
    params: SettlementParams,
    status: 204,
  }),
  restore: endpoint({
    ...settlement,
    id: "settlements.restore",
    method: "POST",
    path: "/api/trips/{tripId}/settlements/{settlementId}/restore",
    summary: "Bring a deleted settlement back.",
  }),
};

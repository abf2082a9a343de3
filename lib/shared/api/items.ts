import { Id } from "../fields.ts";
import { ItemDto, ItemMove, ItemPatch, NewItem, NewItems } from "../items.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";
import * as z from "zod";

const ItemParams = TripParams.extend({ itemId: Id });
const item = { params: ItemParams, response: ItemDto, status: 200, access: "editor" } as const;

export const itemsApi = {
  list: endpoint({
    id: "items.list",
    method: "GET",
    path: "/api/trips/{tripId}/items",
    access: "guest",
    summary: "Things to pack and to do: everybody's, and the caller's own private ones.",
    params: TripParams,
    response: z.array(ItemDto),
    status: 200,
  }),
  create: endpoint({
    id: "items.create",
    method: "POST",
    path: "/api/trips/{tripId}/items",
    access: "viewer",
    summary: "Add an item; viewers add private ones only.",
    params: TripParams,
    body: NewItem,
    response: ItemDto,
    status: 201,
  }),
  createMany: endpoint({
    id: "items.createMany",
    method: "POST",
    path: "/api/trips/{tripId}/items/batch",
    access: "viewer",
    summary: "Add several items, all or none; viewers add private ones only.",
    params: TripParams,
    body: NewItems,
    response: z.array(ItemDto),
    status: 201,
  }),
  update: endpoint({
    ...item,
    id: "items.update",
    method: "PATCH",
    path: "/api/trips/{tripId}/items/{itemId}",
    access: "viewer",
    summary: "Change or tick off an item; viewers their own private ones and what is assigned to them.",
    body: ItemPatch,
  }),
  move: endpoint({
    ...item,
    id: "items.move",
    method: "POST",
    path: "/api/trips/{tripId}/items/{itemId}/move",
    access: "viewer",
    summary: "Put an item behind another one of its list.",
    body: ItemMove,
  }),
  delete: endpoint({
    id: "items.delete",
    method: "DELETE",
    path: "/api/trips/{tripId}/items/{itemId}",
    access: "viewer",
    summary: "Delete an item; it can be restored.",
    params: ItemParams,
    status: 204,
  }),
  restore: endpoint({
    ...item,
    id: "items.restore",
    method: "POST",
    path: "/api/trips/{tripId}/items/{itemId}/restore",
    access: "viewer",
    summary: "Bring a deleted item back.",
  }),
};

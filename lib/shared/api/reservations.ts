import { Id } from "../fields.ts";
import { NewReservation, ReservationDto, ReservationPatch } from "../reservations.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";
import * as z from "zod";

const ReservationParams = TripParams.extend({ reservationId: Id });
const reservation = {
  params: ReservationParams,
  response: ReservationDto,
  status: 200,
  access: "editor",
} as const;

export const reservationsApi = {
  list: endpoint({
    id: "reservations.list",
    method: "GET",
    path: "/api/trips/{tripId}/reservations",
    access: "guest",
    summary: "The trip's reservations, by the instant they begin.",
    params: TripParams,
    response: z.array(ReservationDto),
    status: 200,
  }),
  create: endpoint({
    id: "reservations.create",
    method: "POST",
    path: "/api/trips/{tripId}/reservations",
    access: "editor",
    summary: "Add a reservation; each end has its own zone.",
    params: TripParams,
    body: NewReservation,
    response: ReservationDto,
    status: 201,
  }),
  update: endpoint({
    ...reservation,
    id: "reservations.update",
    method: "PATCH",
    path: "/api/trips/{tripId}/reservations/{reservationId}",
    summary: "Change fields of a reservation; its two ends agree or conflict together.",
    body: ReservationPatch,
  }),
  delete: endpoint({
    id: "reservations.delete",
    method: "DELETE",
    path: "/api/trips/{tripId}/reservations/{reservationId}",
    access: "editor",
    summary: "Delete a reservation; it can be restored.",
    params: ReservationParams,
    status: 204,
  }),
  restore: endpoint({
    ...reservation,
    id: "reservations.restore",
    method: "POST",
    path: "/api/trips/{tripId}/reservations/{reservationId}/restore",
    summary: "Bring a deleted reservation back.",
  }),
};

import { expect } from "vitest";
import { exportsApi } from "#lib/shared/api/exports.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { fileForm } from "./file-inputs.ts";
import { send } from "./handlers.ts";

/** Exports a trip to a trip file and imports that file as a new trip. */
export async function copiedByFile({ token }: Person, tripId: string): Promise<TripDto> {
  const { text } = await send(exportsApi.read, { params: { tripId }, query: { format: "json" }, token });
  const sent = await send(importsApi.createTrip, { token, form: fileForm(text, "trip.json") });
  expect(sent.status, sent.text.slice(0, 500)).toBe(201);
  return JSON.parse(sent.text);
}

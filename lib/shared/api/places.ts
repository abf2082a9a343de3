import * as z from "zod";
import { PlaceAbout, PlaceAboutQuery, PlacePictureQuery, PlannedHours } from "../place-about.ts";
import { PastedText, PasteReading } from "../pasted-text.ts";
import { PlaceDto, PlacesQuery, TripPlacesQuery } from "../places.ts";
import { AroundQuery, PlacesAround } from "../places-around.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

export const placesApi = {
  search: endpoint({
    id: "places.search",
    method: "GET",
    path: "/api/places",
    access: "user",
    summary:
      "Places by name, best first; what is pasted is understood without a search. A link that gives no place is refused with the reason in `details.link`. `x-partial: place-search`: the map search gave no answer, and what comes is from the built-in list alone.",
    query: PlacesQuery,
    response: z.array(PlaceDto),
    status: 200,
  }),
  searchForTrip: endpoint({
    id: "places.searchForTrip",
    method: "GET",
    path: "/api/trips/{tripId}/places",
    access: "guest",
    summary: "The same, with places near the trip first.",
    params: TripParams,
    query: TripPlacesQuery,
    response: z.array(PlaceDto),
    status: 200,
  }),
  about: endpoint({
    id: "places.about",
    method: "GET",
    path: "/api/trips/{tripId}/places/about",
    access: "guest",
    summary:
      "What a place is: its facts and opening hours, a paragraph and a picture, as far as open services know.",
    params: TripParams,
    query: PlaceAboutQuery,
    response: PlaceAbout,
    status: 200,
  }),
  around: endpoint({
    id: "places.around",
    method: "GET",
    path: "/api/trips/{tripId}/places/around",
    access: "guest",
    summary:
      "Places of one category in a part of the map, with today's hours, as far as an open service knows them.",
    params: TripParams,
    query: AroundQuery,
    response: PlacesAround,
    status: 200,
  }),
  plannedHours: endpoint({
    id: "places.plannedHours",
    method: "GET",
    path: "/api/trips/{tripId}/places/hours",
    access: "guest",
    summary:
      "When the places of a trip's stops are open on their days, as far as open services know; hours that people typed are the stops' own.",
    params: TripParams,
    response: PlannedHours,
    status: 200,
  }),
  picture: endpoint({
    id: "places.picture",
    method: "GET",
    path: "/api/trips/{tripId}/places/picture",
    access: "guest",
    summary: "The picture that a place's `about` names, at most 2 MiB; browsers may keep it for a week.",
    params: TripParams,
    query: PlacePictureQuery,
    download: ["image/jpeg", "image/png", "image/webp"],
    status: 200,
  }),
  readPaste: endpoint({
    id: "places.readPaste",
    method: "POST",
    path: "/api/trips/{tripId}/places/pasted",
    access: "editor",
    summary:
      "The places of a pasted text: links, coordinates, lists and sentences, each line with what was found for it. Nothing is written.",
    params: TripParams,
    body: PastedText,
    response: PasteReading,
    status: 200,
  }),
};

"use client";

import { useEffect } from "react";
import type { History } from "#lib/client/open-trip/history.ts";
import { namesInEvents } from "../_model/history/known-names.ts";

/** The maximum number of events that are loaded in search of a name. */
const MOST_EVENTS = 500;
const DELETED = /^(?:stop|reservation|attachment|decision|item|expense)\.deleted$/;

/** Loads older events until every deleted row has its name, which only an older event contains. */
export function useDeletedRowNames({ events, hasOlder, isError, isLoadingOlder, loadOlder }: History): void {
  const mayRead = hasOlder && !isError && !isLoadingOlder && events.length < MOST_EVENTS;
  useEffect(() => {
    if (!mayRead) return;
    const { names } = namesInEvents(events);
    if (events.some(({ op, entityId }) => DELETED.test(op) && !names.has(entityId))) loadOlder();
  });
}

"use client";

import { useEffect } from "react";
import type { History } from "#lib/client/history.ts";
import { namesInEvents } from "./known-names.ts";

/** What one is ready to read for a name. */
const MOST_EVENTS = 500;
const DELETED = /^(?:stop|reservation|attachment|decision|item|expense)\.deleted$/;

/** What was deleted has its name in older events only: reads on until they tell it. */
export function useNamesOfGone({ events, hasOlder, isError, isLoadingOlder, loadOlder }: History): void {
  const mayRead = hasOlder && !isError && !isLoadingOlder && events.length < MOST_EVENTS;
  useEffect(() => {
    if (!mayRead) return;
    const { names } = namesInEvents(events);
    if (events.some(({ op, entityId }) => DELETED.test(op) && !names.has(entityId))) loadOlder();
  });
}

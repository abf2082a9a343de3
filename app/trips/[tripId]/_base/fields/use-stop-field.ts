"use client";

import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { StopDto, StopPatch } from "#lib/shared/stops.ts";
import type { Field } from "./use-stop-words.ts";
import { useWrites } from "../writes.tsx";

/** Saves one field of the stop, and shows other members that it is being edited. */
export function useStopField(stop: StopDto, field: Field) {
  const writes = useWrites();
  const actions = useTripActions();
  return {
    // Refusals and conflicts are reported separately.
    save: (patch: StopPatch, baseSeq = actions.baseSeq()) => {
      writes.updateStop(stop.id, patch, { baseSeq }).catch(() => {});
    },
    presence: {
      onFocus: () => actions.setPresence({ stopId: stop.id, field }),
      onBlur: () => actions.setPresence({ stopId: stop.id, field: null }),
    },
  };
}

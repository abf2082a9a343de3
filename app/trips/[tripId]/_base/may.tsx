"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import { useConnection, useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { roleAtLeast } from "#lib/shared/roles.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { useViewState } from "./view.tsx";

export interface May {
  /** May change everything in the plan directly. */
  edit: boolean;
  /** May not change the plan, but collect changes and send them to the editors as a suggestion. */
  suggest: boolean;
  /** May use the controls that change the plan, directly or by a suggestion. */
  change: boolean;
  /** May vote and comment. */
  join: boolean;
  /** May write to the trip's agent, also in an archived trip. */
  ask: boolean;
  own: boolean;
}

type Standing = Pick<TripDto, "role" | "isDemo" | "archivedAt" | "deletedAt">;

/** Returns a user's permissions. An archived, deleted or demo trip is read-only for every role. */
export function mayOf(trip: Standing, cutOff: boolean): May {
  const open = !trip.isDemo && !trip.archivedAt && !trip.deletedAt && !cutOff;
  const edit = open && roleAtLeast(trip.role, "editor");
  const suggest = open && trip.role === "viewer";
  return {
    edit,
    suggest,
    change: edit || suggest,
    join: open,
    ask: !trip.isDemo && !trip.deletedAt && !cutOff && roleAtLeast(trip.role, "viewer"),
    // The user may be cut off because the trip is deleted; its owner may still restore it.
    own: !trip.isDemo && (!cutOff || trip.deletedAt !== null) && trip.role === "owner",
  };
}

/** No permissions; they also apply to the trip in the past view. */
const NOTHING: May = { edit: false, suggest: false, change: false, join: false, ask: false, own: false };
const MayContext = createContext<May>(NOTHING);

export function MayProvider({ children }: { children: ReactNode }) {
  const connection = useConnection();
  const isPast = useViewState((view) => view.past !== null);
  const standing = useTrip(({ role, isDemo, archivedAt, deletedAt }) => ({
    role,
    isDemo,
    archivedAt,
    deletedAt,
  }));
  const cutOff = connection === "removed" || connection === "outdated";
  const { edit, suggest, change, join, ask, own } = mayOf(standing, cutOff);
  const may = useMemo(
    () => ({ edit, suggest, change, join, ask, own }),
    [edit, suggest, change, join, ask, own],
  );
  return <MayContext value={isPast ? NOTHING : may}>{children}</MayContext>;
}

export function useMay(): May {
  return use(MayContext);
}

"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import { useConnection, useTrip } from "#lib/client/trip-context.tsx";
import { roleAtLeast } from "#lib/shared/roles.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { useViewState } from "./view.tsx";

export interface May {
  /** Write everything in the plan. */
  edit: boolean;
  /** Not write, but gather changes and offer them to the editors. */
  suggest: boolean;
  /** Use what changes the plan: by writing or by suggesting. */
  change: boolean;
  /** Vote and comment. */
  join: boolean;
  /** Ask the trip's agent, also of a trip that is in the archive. */
  ask: boolean;
  own: boolean;
}

type Standing = Pick<TripDto, "role" | "isDemo" | "archivedAt" | "deletedAt">;

/** What a person may do now. An archived, deleted or demo trip can only be read, whatever the role. */
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
    // Cut off because the trip is deleted: its owner may still restore it.
    own: !trip.isDemo && (!cutOff || trip.deletedAt !== null) && trip.role === "owner",
  };
}

/** Of the trip as it was, too. */
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

"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import { useConnection, useTrip } from "#lib/client/trip-context.tsx";
import { roleAtLeast } from "#lib/shared/roles.ts";
import type { TripDto } from "#lib/shared/trips.ts";

export interface May {
  /** Everything in the plan. */
  edit: boolean;
  /** Vote and comment. */
  join: boolean;
  own: boolean;
}

type Standing = Pick<TripDto, "role" | "isDemo" | "archivedAt" | "deletedAt">;

/** What a person may do now. An archived, deleted or demo trip can only be read, whatever the role. */
export function mayOf(trip: Standing, cutOff: boolean): May {
  const open = !trip.isDemo && !trip.archivedAt && !trip.deletedAt && !cutOff;
  return {
    edit: open && roleAtLeast(trip.role, "editor"),
    join: open,
    // Cut off because the trip is deleted: its owner may still restore it.
    own: !trip.isDemo && (!cutOff || trip.deletedAt !== null) && trip.role === "owner",
  };
}

const MayContext = createContext<May>({ edit: false, join: false, own: false });

export function MayProvider({ children }: { children: ReactNode }) {
  const connection = useConnection();
  const standing = useTrip(({ role, isDemo, archivedAt, deletedAt }) => ({
    role,
    isDemo,
    archivedAt,
    deletedAt,
  }));
  const { edit, join, own } = mayOf(standing, connection === "removed" || connection === "outdated");
  const may = useMemo(() => ({ edit, join, own }), [edit, join, own]);
  return <MayContext value={may}>{children}</MayContext>;
}

export function useMay(): May {
  return use(MayContext);
}

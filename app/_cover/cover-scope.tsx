"use client";

import { createContext, type ReactNode, use, useState } from "react";
import type { CoverShape } from "#app/_cover/cover-map.ts";
import { createStore, type Store } from "#app/trips/[tripId]/_base/store.ts";
import type { CoverCredit } from "#lib/shared/covers.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";

/** The credit of a cover's present content. */
export type ShownCredit =
  | { kind: "picture"; title: string; credit: CoverCredit }
  | { kind: "map"; credits: ReadonlyArray<{ text: string; href: string | null }> };

export type ShownCredits = Store<{ shown: ReadonlyMap<string, ShownCredit> }>;

interface Scope {
  mapSources: MapSources;
  /** The user for whom this device stores maps; null: maps are not stored. */
  userId: string | null;
  shape: CoverShape;
  credits: ShownCredits;
}

const ScopeContext = createContext<Scope | null>(null);

type CoverScopeProps = Pick<Scope, "mapSources" | "userId" | "shape"> & { children: ReactNode };

/** A scope for covers of trips, which collects their credits for display below them. */
export function CoverScope({ mapSources, userId, shape, children }: CoverScopeProps) {
  const [scope] = useState(() => ({ mapSources, userId, shape, credits: noCredits() }));
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

function noCredits(): ShownCredits {
  return createStore<{ shown: ReadonlyMap<string, ShownCredit> }>({ shown: new Map() });
}

export function useCoverScope(): Scope {
  const scope = use(ScopeContext);
  if (!scope) throw new Error("Covers need a CoverScope above them.");
  return scope;
}

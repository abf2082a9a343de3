"use client";

import { createContext, type ReactNode, use } from "react";

/** Whether only the towns, airports and countries of the embedded gazetteer can be found. */
const EmbeddedContext = createContext(false);

type PlaceSourceProps = { isEmbedded: boolean; children: ReactNode };

/** Provides which places the service can find. */
export function PlaceSourceProvider({ isEmbedded, children }: PlaceSourceProps) {
  return <EmbeddedContext value={isEmbedded}>{children}</EmbeddedContext>;
}

export function useIsEmbeddedSearch(): boolean {
  return use(EmbeddedContext);
}

"use client";

import { createContext, type ReactNode, use } from "react";

/** Whether only the built-in towns, airports and countries can be found. */
const EmbeddedContext = createContext(false);

type PlaceSourceProps = { isEmbedded: boolean; children: ReactNode };

/** What the service can find. */
export function PlaceSourceProvider({ isEmbedded, children }: PlaceSourceProps) {
  return <EmbeddedContext value={isEmbedded}>{children}</EmbeddedContext>;
}

export function useIsEmbeddedSearch(): boolean {
  return use(EmbeddedContext);
}

"use client";

import { createContext, type ReactNode, use } from "react";

/** The user of this page, with what the page needs to know of them. */
export interface PageViewer {
  userId: string;
  /** The currency that new costs start with; null for the trip's currency. */
  defaultCurrency: string | null;
  /** Whether the user has no account; such a user can enter only this trip. */
  isGuest: boolean;
}

const ViewerContext = createContext<PageViewer | null>(null);

export function PageViewerProvider({ viewer, children }: { viewer: PageViewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

export function usePageViewer(): PageViewer {
  const viewer = use(ViewerContext);
  if (!viewer) throw new Error("usePageViewer needs a PageViewerProvider above it.");
  return viewer;
}

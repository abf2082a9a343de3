"use client";

import { createContext, type ReactNode, use } from "react";

/** The person at this screen, as far as the page needs to know. */
export interface PageViewer {
  userId: string;
  /** Preselected for new costs; null: the trip's. */
  defaultCurrency: string | null;
  /** Without an account: in this trip and nowhere else. */
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

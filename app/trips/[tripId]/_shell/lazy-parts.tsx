"use client";

import { lazy, type RefObject, Suspense, useEffect, useState } from "react";
import { useMay } from "./may.tsx";
import { useViewState } from "./view.tsx";

// Nothing of these is in the first paint, so none of their code is in the first load.
const loadDetails = () => import("../_details/details-drawer.tsx");
const loadDrag = () => import("../_drag/pointer-drag.tsx");
const loadActivity = () => import("../_activity/activity-panel.tsx");
const loadVoice = () => import("./others-voice.tsx");

const DetailsDrawer = lazy(loadDetails);
const PointerDrag = lazy(loadDrag);
const OthersVoice = lazy(loadVoice);
const ShareDialog = lazy(() => import("../_share/share-dialog.tsx"));
const DatesDialog = lazy(() => import("../_dates/dates-dialog.tsx"));
const DayDialog = lazy(() => import("../_day/day-dialog.tsx"));
const KeysDialog = lazy(() => import("./keys-dialog.tsx"));
export const ActivityPanel = lazy(loadActivity);

type LazyPartsProps = {
  root: RefObject<HTMLElement | null>;
  plan: RefObject<HTMLElement | null>;
  ideas: RefObject<HTMLElement | null>;
};

/** Drawer, dialogs and dragging: fetched once the page is idle, or when they are asked for. */
export function LazyParts({ root, plan, ideas }: LazyPartsProps) {
  const idle = useIdle();
  const { edit } = useMay();
  const wantsDetails = useViewState(({ stopId }) => stopId !== null);
  useEffect(() => {
    if (idle) void loadActivity();
  }, [idle]);
  return (
    <Suspense>
      {idle || wantsDetails ? <DetailsDrawer /> : null}
      {idle && edit ? <PointerDrag root={root} plan={plan} ideas={ideas} /> : null}
      {idle ? <OthersVoice /> : null}
      <Dialogs />
    </Suspense>
  );
}

function Dialogs() {
  const dialog = useViewState((state) => state.dialog);
  if (dialog === null) return null;
  if (dialog === "share") return <ShareDialog />;
  if (dialog === "dates") return <DatesDialog />;
  if (dialog === "keys") return <KeysDialog />;
  return <DayDialog dayId={dialog.dayId} />;
}

/** True once the browser has had a quiet moment after the first paint. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(() => setIdle(true), 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 3000 });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}

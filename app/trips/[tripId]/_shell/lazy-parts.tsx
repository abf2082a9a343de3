"use client";

import { type RefObject, useEffect, useState } from "react";
import { useTellMissing } from "#app/_shell/use-tell-missing.ts";
import { lazyPart } from "#app/_ui/lazy-part.tsx";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { useMay } from "./may.tsx";
import { useView, useViewState } from "./view.tsx";

// Nothing of these is in the first paint, so none of their code is in the first load.
const DetailsDrawer = lazyPart(() => import("../_details/details-drawer.tsx"));
const PointerDrag = lazyPart(() => import("../_drag/pointer-drag.tsx"));
const OthersVoice = lazyPart(() => import("./others-voice.tsx"));
const ShareDialog = lazyPart(() => import("../_share/share-dialog.tsx"));
const DatesDialog = lazyPart(() => import("../_dates/dates-dialog.tsx"));
const DayDialog = lazyPart(() => import("../_day/day-dialog.tsx"));
const KeysDialog = lazyPart(() => import("./keys-dialog.tsx"));
export const ActivityPanel = lazyPart(() => import("../_activity/activity-panel.tsx"));

/** Fetched ahead, so that they open at once, and without a connection too. */
const onDemand = [ActivityPanel, ShareDialog, DatesDialog, DayDialog, KeysDialog];

type LazyPartsProps = {
  root: RefObject<HTMLElement | null>;
  plan: RefObject<HTMLElement | null>;
  ideas: RefObject<HTMLElement | null>;
};

/** Drawer, dialogs and dragging: fetched once the page is idle, or when they are asked for. */
export function LazyParts({ root, plan, ideas }: LazyPartsProps) {
  const idle = useIdle();
  const { edit } = useMay();
  const stopId = useViewState((view) => view.stopId);
  const tell = useTellMissing();
  useEffect(() => {
    if (idle) for (const part of onDemand) part.preload();
  }, [idle]);
  return (
    <>
      <QuietBoundary retryOn={stopId} onBroken={tell}>
        {idle || stopId !== null ? <DetailsDrawer onMissing={stopId === null ? undefined : tell} /> : null}
      </QuietBoundary>
      <QuietBoundary>
        {idle && edit ? <PointerDrag root={root} plan={plan} ideas={ideas} /> : null}
        {idle ? <OthersVoice /> : null}
      </QuietBoundary>
      <Dialogs />
    </>
  );
}

function Dialogs() {
  const view = useView();
  const dialog = useViewState((state) => state.dialog);
  const tell = useTellMissing();
  // A dialog that nobody sees would keep the page's keys for itself.
  function giveUp() {
    view.set({ dialog: null });
    tell();
  }
  return (
    <QuietBoundary retryOn={dialog} onBroken={giveUp}>
      {dialog === "share" ? <ShareDialog onMissing={giveUp} /> : null}
      {dialog === "dates" ? <DatesDialog onMissing={giveUp} /> : null}
      {dialog === "keys" ? <KeysDialog onMissing={giveUp} /> : null}
      {typeof dialog === "object" && dialog ? <DayDialog dayId={dialog.dayId} onMissing={giveUp} /> : null}
    </QuietBoundary>
  );
}

/** True once the browser has had a quiet moment after the first paint. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true), 3000), []);
  return idle;
}

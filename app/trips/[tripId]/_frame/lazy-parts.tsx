"use client";

import { type RefObject, useEffect, useState } from "react";
import { useCodeLoadFailureToast } from "#app/_shell/use-code-load-failure-toast.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { QuietBoundary } from "#app/_ui/quiet-boundary.tsx";
import { whenIdle } from "#app/_ui/when-idle.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";
import { sharedStorageName } from "#lib/client/storage/own-storage.ts";
import { tabStorage } from "#lib/client/storage/tab-storage.ts";
import { useLiveSession, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { UnsentDialog } from "../_queue/unsent-button.tsx";
import { useAutoOpenAgent } from "../_agent/use-agent-by-itself.ts";
import { useMay } from "../_base/may.tsx";
import { type OpenDialog, openRowOf, useView, useViewState } from "../_base/view.tsx";

// The first paint contains no drawer, dialog or dragging, so their code is not in the first load.
const DetailsDrawer = lazyComponent(() => import("./details-drawer.tsx"));
const SuggestionsDrawer = lazyComponent(() => import("../_suggestions/suggestions-drawer.tsx"));
const TalkDrawer = lazyComponent(() => import("../_discussion/talk-drawer.tsx"));
const PointerDrag = lazyComponent(() => import("../_drag/pointer-drag.tsx"));
const OthersVoice = lazyComponent(() => import("./others-announcer.tsx"));
const ShareDialog = lazyComponent(() => import("../_share/share-dialog.tsx"));
const DatesDialog = lazyComponent(() => import("../_dates/dates-dialog.tsx"));
const DestinationDialog = lazyComponent(() => import("../_destination/destination-dialog.tsx"));
const CoverDialog = lazyComponent(() => import("../_cover/cover-dialog.tsx"));
const DayDialog = lazyComponent(() => import("../_day/day-dialog.tsx"));
const OptimizeDialog = lazyComponent(() => import("../_legs/optimize-dialog.tsx"));
const FindPlaces = lazyComponent(() => import("../_find/find-places-dialog.tsx"));
const KeysDialog = lazyComponent(() => import("./keys-dialog.tsx"));
const TripNotifications = lazyComponent(() => import("../_notifications/trip-notifications-dialog.tsx"));
const AddBooking = lazyComponent(() => import("../_bookings/add-booking.tsx"));
const ExportDialog = lazyComponent(() => import("../_transfer/export-dialog.tsx"));
const ImportDialog = lazyComponent(() => import("../_transfer/import-dialog.tsx"));
const ImportExpensesDialog = lazyComponent(() => import("../_transfer/import-expenses-dialog.tsx"));
const PasteDialog = lazyComponent(() => import("./paste-on-map.tsx"));
const DuplicateTrip = lazyComponent(() => import("../_transfer/duplicate-trip.tsx"));
const OfflineDialog = lazyComponent(() => import("../_offline/offline-dialog.tsx"));
const ExpenseDialog = lazyComponent(() => import("../_money/form/expense-dialog.tsx"));
const BudgetDialog = lazyComponent(() => import("../_money/budget/budget-dialog.tsx"));
const RidesDialog = lazyComponent(() => import("../_legs/transit-connections-dialog.tsx"));
const SettleDialog = lazyComponent(() => import("../_money/settle-dialog.tsx"));
export const MoneyPanel = lazyComponent(() => import("../_money/money-panel.tsx"));
export const BookingsPanel = lazyComponent(() => import("../_bookings/bookings-panel.tsx"));
const DecisionDialog = lazyComponent(() => import("../_decisions/decision-dialog.tsx"));
export const IdeasPanel = lazyComponent(() => import("../_decisions/ideas-panel.tsx"));
export const ListsPanel = lazyComponent(() => import("../_lists/lists-panel.tsx"));
export const PastBar = lazyComponent(() => import("../_past/past-bar.tsx"));
export const ActivityPanel = lazyComponent(() => import("../_activity/activity-panel.tsx"));

/** The drawers and dialogs whose code is preloaded, so that they open at once, and also without a network. */
const onDemand = [
  BookingsPanel,
  AddBooking,
  MoneyPanel,
  ExpenseDialog,
  SettleDialog,
  BudgetDialog,
  ActivityPanel,
  PastBar,
  ShareDialog,
  DatesDialog,
  DestinationDialog,
  DayDialog,
  OptimizeDialog,
  RidesDialog,
  KeysDialog,
  TripNotifications,
  OfflineDialog,
  IdeasPanel,
  ListsPanel,
  DecisionDialog,
];

/**
 * Loads the code of one part after the other, each when the browser is idle. Loading all at once would delay the
 * user's presses.
 */
function preloadInTurn(parts: ReadonlyArray<{ preload: () => void }>): () => void {
  let stop: (() => void) | undefined;
  function preloadFrom(at: number): void {
    const part = parts[at];
    if (!part) return;
    stop = whenIdle(() => {
      part.preload();
      preloadFrom(at + 1);
    }, 500);
  }
  preloadFrom(0);
  return () => stop?.();
}

type LazyPartsProps = {
  root: RefObject<HTMLElement | null>;
  plan: RefObject<HTMLElement | null>;
  ideas: RefObject<HTMLElement | null>;
  mapSources: MapSources;
};

/**
 * Renders drawers, dialogs and dragging. Each is loaded when it is needed, or one after the other while the page is
 * idle.
 */
export function LazyParts({ root, plan, ideas, mapSources }: LazyPartsProps) {
  const moments = useIdleMoments(5);
  const idle = moments > 0;
  const allIn = moments === 5;
  const { change } = useMay();
  const openId = useViewState((view) => openRowOf(view) ?? (view.agent ? "agent" : null));
  const talk = useViewState((view) => view.talk);
  const suggestions = useViewState((view) => view.suggestions);
  const { unread } = useLiveSession();
  const tell = useCodeLoadFailureToast();
  useShared();
  useAutoOpenAgent(idle);
  useEffect(() => {
    if (idle) unread.open();
  }, [idle, unread]);
  useEffect(() => (allIn ? preloadInTurn(onDemand) : undefined), [allIn]);
  return (
    <>
      <QuietBoundary retryOn={openId} onBroken={tell}>
        {idle || openId !== null ? <DetailsDrawer onMissing={openId === null ? undefined : tell} /> : null}
      </QuietBoundary>
      <QuietBoundary retryOn={talk} onBroken={tell}>
        {moments > 3 || talk ? <TalkDrawer onMissing={talk ? tell : undefined} /> : null}
      </QuietBoundary>
      <QuietBoundary retryOn={suggestions} onBroken={tell}>
        {moments > 4 || suggestions ? <SuggestionsDrawer onMissing={suggestions ? tell : undefined} /> : null}
      </QuietBoundary>
      <QuietBoundary>
        {moments > 1 && change ? <PointerDrag root={root} plan={plan} ideas={ideas} /> : null}
        {moments > 2 ? <OthersVoice /> : null}
      </QuietBoundary>
      <Dialogs mapSources={mapSources} />
    </>
  );
}

/** Opens a text that the device's share sheet has sent to this trip as a list to choose stops from. */
function useShared(): void {
  const view = useView();
  const { id, userId } = useTripSession().store;
  useEffect(() => {
    const text = tabStorage.read(sharedStorageName(id, userId));
    if (text) view.set({ dialog: { pasted: { dayId: null, text, isShared: true } } });
  }, [view, id, userId]);
}

function Dialogs({ mapSources }: Pick<LazyPartsProps, "mapSources">) {
  const view = useView();
  const dialog = useViewState((state) => state.dialog);
  const tell = useCodeLoadFailureToast();
  // An open dialog disables the page's keyboard shortcuts, so a dialog that cannot be loaded is closed.
  function giveUp() {
    view.set({ dialog: null });
    tell(() => view.set({ dialog }));
  }
  return (
    <QuietBoundary retryOn={dialog} onBroken={giveUp}>
      {dialog === "share" ? <ShareDialog onMissing={giveUp} /> : null}
      {dialog === "dates" ? <DatesDialog onMissing={giveUp} /> : null}
      {isOf(dialog, "dates") ? <DatesDialog draft={dialog.dates} onMissing={giveUp} /> : null}
      {dialog === "destination" ? <DestinationDialog onMissing={giveUp} /> : null}
      {dialog === "cover" ? <CoverDialog mapSources={mapSources} onMissing={giveUp} /> : null}
      {dialog === "findPlaces" ? <FindPlaces onMissing={giveUp} /> : null}
      {dialog === "addBooking" ? <AddBooking onMissing={giveUp} /> : null}
      {dialog === "notifications" ? <TripNotifications onMissing={giveUp} /> : null}
      {dialog === "export" ? <ExportDialog onMissing={giveUp} /> : null}
      {dialog === "import" ? <ImportDialog onMissing={giveUp} /> : null}
      {dialog === "importExpenses" ? <ImportExpensesDialog onMissing={giveUp} /> : null}
      {dialog === "duplicate" ? <DuplicateTrip onMissing={giveUp} /> : null}
      {dialog === "offline" ? <OfflineDialog onMissing={giveUp} /> : null}
      {dialog === "unsent" ? <UnsentDialog onMissing={giveUp} /> : null}
      {dialog === "keys" ? <KeysDialog onMissing={giveUp} /> : null}
      <MoneyDialogs dialog={isOf(dialog, "kind") ? dialog : null} onMissing={giveUp} />
      {isOf(dialog, "dayId") ? <DayDialog dayId={dialog.dayId} onMissing={giveUp} /> : null}
      {isOf(dialog, "pasted") ? (
        <PasteDialog pasted={dialog.pasted} sources={mapSources} onMissing={giveUp} />
      ) : null}
      {isOf(dialog, "orderOf") ? <OptimizeDialog dayId={dialog.orderOf} onMissing={giveUp} /> : null}
      {isOf(dialog, "ridesTo") ? <RidesDialog stopId={dialog.ridesTo} onMissing={giveUp} /> : null}
      {isOf(dialog, "decisionId") ? <DecisionDialog {...dialog} onMissing={giveUp} /> : null}
    </QuietBoundary>
  );
}

type MoneyDialogsProps = {
  dialog: Extract<OpenDialog, { kind: string }> | null;
  onMissing: () => void;
};

function MoneyDialogs({ dialog, onMissing }: MoneyDialogsProps) {
  switch (dialog?.kind) {
    case "addExpense":
    case "editExpense":
      return <ExpenseDialog dialog={dialog} onMissing={onMissing} />;
    case "settle":
    case "editSettlement":
      return <SettleDialog dialog={dialog} onMissing={onMissing} />;
    case "budget":
      return <BudgetDialog onMissing={onMissing} />;
    default:
      return null;
  }
}

/** Whether the dialog is of the kind that has the key `key`. */
function isOf<Key extends string>(
  dialog: OpenDialog,
  key: Key,
): dialog is Extract<OpenDialog, Record<Key, unknown>> {
  return typeof dialog === "object" && dialog !== null && key in dialog;
}

/** Returns how often the browser was idle since the first paint, up to `most`. */
function useIdleMoments(most: number): number {
  const [moments, setMoments] = useState(0);
  useEffect(
    () => (moments < most ? whenIdle(() => setMoments(moments + 1), 3000) : undefined),
    [moments, most],
  );
  return moments;
}

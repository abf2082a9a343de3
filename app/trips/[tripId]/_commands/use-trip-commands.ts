"use client";

import {
  Archive,
  ArchiveRestore,
  Banknote,
  Bell,
  CalendarDays,
  CloudOff,
  Copy,
  FileDown,
  FilePen,
  FileUp,
  HandCoins,
  History,
  Keyboard,
  Image,
  Lightbulb,
  List,
  ListChecks,
  type LucideIcon,
  Map as MapIcon,
  MapPin,
  MapPinPlus,
  MessagesSquare,
  Printer,
  ReceiptText,
  Sparkles,
  Ticket,
  TicketPlus,
  Trash2,
  Undo2,
  UserPlus,
  UserRound,
  Vote,
  Waypoints,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { PaletteItem } from "#app/_palette/palette-item.ts";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useAgentAvailability } from "../_base/agent/agent-availability.tsx";
import { useToggleAgent } from "../_base/agent/use-toggle-agent.ts";
import { useLifecycle } from "../_base/use-lifecycle.ts";
import { useMemberPlan } from "../_base/lanes/use-member-plan.ts";
import { usePlanMember } from "../_base/plan-data.tsx";
import { useMay } from "../_base/may.tsx";
import { usePageViewer } from "../_base/page-viewer.tsx";
import { usePeople } from "../_base/people.tsx";
import { type OpenDialog, useView } from "../_base/view.tsx";
import { useUndo } from "../_base/writes.tsx";

const icons = {
  addStop: MapPinPlus,
  addIdea: Lightbulb,
  addBooking: TicketPlus,
  addExpense: ReceiptText,
  askGroup: Vote,
  share: UserPlus,
  dates: CalendarDays,
  destination: MapPin,
  cover: Image,
  keepOffline: CloudOff,
  order: Waypoints,
  undo: Undo2,
  mine: UserRound,
  everyone: UserRound,
  plan: List,
  map: MapIcon,
  bookings: Ticket,
  money: Banknote,
  ideas: Vote,
  lists: ListChecks,
  activity: History,
  agent: Sparkles,
  discussion: MessagesSquare,
  suggestions: FilePen,
  export: FileDown,
  print: Printer,
  import: FileUp,
  importExpenses: HandCoins,
  duplicate: Copy,
  archive: Archive,
  unarchive: ArchiveRestore,
  delete: Trash2,
  notifications: Bell,
  keys: Keyboard,
} satisfies Record<string, LucideIcon>;

type Name = keyof typeof icons;

/** A command of the palette, with whether it can be run and its keyboard shortcut. */
interface Command {
  name: Name;
  may?: boolean;
  shortcut?: string;
  /** Whether the command is listed only when the user types. */
  isHidden?: boolean;
  run: () => void;
}

/**
 * Returns the commands of the open trip, which do the same as its header, menus and shortcuts.
 * @param hasStreets whether the map draws streets that a device can store
 */
export function useTripCommands(hasStreets: boolean): PaletteItem[] {
  const t = useTranslations("palette");
  const commands = [...useWriting(), ...useLooking(), ...useWhole(hasStreets)];
  return commands
    .filter(({ may = true }) => may)
    .map(({ name, shortcut, isHidden = false, run }): PaletteItem => ({
      id: name,
      group: "commands",
      icon: icons[name],
      title: t(`do.${name}`),
      also: t(`also.${name}`),
      shortcut,
      isHidden,
      run,
    }));
}

function useOpen() {
  const view = useView();
  return (dialog: OpenDialog) => () => view.set({ dialog });
}

/** The commands that change the plan. */
function useWriting(): Command[] {
  const view = useView();
  const open = useOpen();
  const { edit, change } = useMay();
  const { available, undo } = useUndo();
  const isDated = useTrip((trip) => trip.days.length > 0);
  function add(addTo: string | null) {
    view.show("plan");
    view.set({ addTo });
  }
  function orderDay() {
    const orderOf = view.get().activeDayId;
    if (orderOf !== null) view.set({ dialog: { orderOf } });
  }
  return [
    { name: "addStop", may: change && isDated, shortcut: "n", run: () => add(view.get().activeDayId) },
    { name: "addIdea", may: change, shortcut: "i", run: () => add(null) },
    { name: "addBooking", may: change, run: open("addBooking") },
    { name: "addExpense", may: edit, shortcut: "e", run: open({ kind: "addExpense" }) },
    { name: "askGroup", may: edit, isHidden: true, run: open({ decisionId: null }) },
    { name: "undo", may: change && available, shortcut: "u", run: undo },
    { name: "dates", may: change, run: open("dates") },
    { name: "destination", may: change, isHidden: true, run: open("destination") },
    { name: "cover", may: edit, isHidden: true, run: open("cover") },
    { name: "order", may: change && isDated, isHidden: true, run: orderDay },
    { name: "import", may: edit, isHidden: true, run: open("import") },
    { name: "importExpenses", may: edit, isHidden: true, run: open("importExpenses") },
  ];
}

/** Returns the commands that show another pane, panel or dialog of the trip. */
function useLooking(): Command[] {
  const view = useView();
  const open = useOpen();
  const lane = useMemberPlan();
  const { present, me } = usePeople();
  const isNarrowed = usePlanMember() !== null;
  const isPhone = useIsPhone();
  const agent = useAgentAvailability();
  const toggleAgent = useToggleAgent();
  const show = (pane: Parameters<typeof view.show>[0]) => () => view.show(pane);
  const isGroup = present.length > 1;
  return [
    { name: "mine", may: isGroup && me !== null && !isNarrowed, shortcut: "m", run: lane.toggle },
    { name: "everyone", may: isNarrowed, shortcut: "m", run: () => lane.show(null) },
    { name: "plan", isHidden: true, run: show("plan") },
    { name: "map", may: isPhone, isHidden: true, run: show("map") },
    { name: "bookings", isHidden: true, run: show("bookings") },
    { name: "money", isHidden: true, run: show("money") },
    { name: "ideas", isHidden: true, run: show("ideas") },
    { name: "lists", isHidden: true, run: show("lists") },
    { name: "activity", isHidden: true, run: show("activity") },
    { name: "agent", may: agent !== null, shortcut: "a", run: toggleAgent },
    { name: "discussion", isHidden: true, run: view.openTalk },
    { name: "suggestions", isHidden: true, run: view.openSuggestions },
    { name: "keys", may: !isPhone, shortcut: "?", isHidden: true, run: open("keys") },
  ];
}

/** The commands that concern the trip as a whole. */
function useWhole(hasStreets: boolean): Command[] {
  const router = useRouter();
  const open = useOpen();
  const { isGuest } = usePageViewer();
  const { own } = useMay();
  const { id, isArchived, isDeleted, hasFiles } = useTrip((trip) => ({
    id: trip.id,
    hasFiles: trip.attachments.length > 0,
    isArchived: trip.archivedAt !== null,
    isDeleted: trip.deletedAt !== null,
  }));
  const { archive, unarchive, remove } = useLifecycle();
  const isOwned = own && !isDeleted;
  return [
    { name: "share", run: open("share") },
    { name: "export", may: !isGuest, run: open("export") },
    { name: "keepOffline", may: hasStreets || hasFiles, isHidden: true, run: open("offline") },
    { name: "print", may: !isGuest, isHidden: true, run: () => router.push(`/trips/${id}/print`) },
    { name: "duplicate", may: !isGuest, isHidden: true, run: open("duplicate") },
    { name: "notifications", isHidden: true, run: open("notifications") },
    { name: "archive", may: isOwned && !isArchived, isHidden: true, run: archive },
    { name: "unarchive", may: isOwned && isArchived, isHidden: true, run: unarchive },
    { name: "delete", may: isOwned, isHidden: true, run: remove },
  ];
}

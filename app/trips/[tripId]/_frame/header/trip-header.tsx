"use client";

import { ChevronLeft, Undo2, UserPlus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Bell } from "#app/_notifications/bell.tsx";
import { PaletteButton, usePalette } from "#app/_palette/palette-opener.tsx";
import { Button } from "#app/_ui/button.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { daysBetween } from "#lib/shared/dates.ts";
import { InlineText } from "../../_base/text/inline-text.tsx";
import { useMay } from "../../_base/may.tsx";
import { usePageViewer } from "../../_base/page-viewer.tsx";
import { useOnlineUserIds } from "../../_base/people.tsx";
import { useView, useViewState } from "../../_base/view.tsx";
import { useUndo, useWrites } from "../../_base/writes.tsx";
import { AgentEntry } from "../../_agent/agent-entry.tsx";
import { useForeignZone } from "../../_plan/use-foreign-zone.ts";
import { HeaderMembers } from "./header-members.tsx";
import { SuggestionsButton } from "./suggestions-button.tsx";
import { UnsentButton } from "../../_queue/unsent-button.tsx";
import { SaveLine, useUnsavedState } from "./save-status.tsx";
import { DiscussionButton } from "./discussion-button.tsx";
import { TripMenu } from "./trip-menu.tsx";

const TripPalette = lazyComponent(() => import("../../_commands/trip-palette.tsx"));

/**
 * The header of a trip's page: title, dates, members, state of saving, and actions.
 * @param hasStreets whether the map draws streets that a device can store
 */
export function TripHeader({ hasStreets }: { hasStreets: boolean }) {
  const t = useTranslations("trip");
  const view = useView();
  const { edit, change } = useMay();
  const { isGuest, userId } = usePageViewer();
  const { available, undo } = useUndo();
  const isPast = useViewState(({ past }) => past !== null);
  const isMoney = useViewState(({ pane }) => pane === "money");
  const search = usePalette((palette) => <TripPalette {...palette} hasStreets={hasStreets} />, !isPast);
  return (
    <header className="z-(--z-drawer) col-span-full flex h-14 shrink-0 items-center gap-3 border-b border-line bg-paper pr-4 pl-3 [--ground:var(--color-paper)] phone:gap-0 phone:border-0 phone:px-1">
      {isGuest ? (
        <span className="size-2 shrink-0" />
      ) : (
        <Link
          href="/trips"
          aria-label={t("allTrips")}
          title={t("allTrips")}
          className="grid size-8 shrink-0 place-items-center rounded-sm text-text-2 hover:bg-hover touch:size-11"
        >
          <Icon of={ChevronLeft} size={20} />
        </Link>
      )}
      <div className="flex min-w-0 flex-1 items-baseline gap-3 phone:block">
        <Title />
        <Dates />
      </div>
      {isPast ? null : (
        <>
          <SaveLine />
          <HeaderMembers />
        </>
      )}
      <div className="flex shrink-0 items-center gap-1 phone:gap-0">
        {change ? (
          <IconButton
            label={t("undoLast")}
            icon={Undo2}
            iconSize={20}
            disabled={!available}
            onClick={undo}
            // On a phone a disabled button is hidden, because the title needs the space.
            className={available ? undefined : "phone:hidden"}
          />
        ) : null}
        {isPast ? null : (
          <>
            <PaletteButton onClick={search.show} className="phone:hidden" />
            <SuggestionsButton />
            <DiscussionButton />
            <AgentEntry />
          </>
        )}
        <Bell userId={userId} />
        {isPast ? null : (
          <>
            <Button
              // While the money pane is shown, the button is secondary, because the pane has a primary button of its
              // own.
              tone={edit && !isMoney ? "primary" : "secondary"}
              icon={UserPlus}
              className="mx-1 phone:hidden"
              onClick={() => view.set({ dialog: "share" })}
            >
              {t("share")}
            </Button>
            <TripMenu onSearch={search.show} hasStreets={hasStreets} />
          </>
        )}
      </div>
      {search.palette}
    </header>
  );
}

function Title() {
  const t = useTranslations("trip");
  const writes = useWrites();
  const { change } = useMay();
  const { id, title } = useTrip((trip) => ({ id: trip.id, title: trip.title }));
  return (
    <h1 className="flex min-w-0 text-lg font-semibold phone:leading-6">
      <InlineText
        of={id}
        value={title}
        label={t("titleLabel")}
        placeholder={title}
        maxLength={120}
        required
        readOnly={!change}
        onSave={(text, baseSeq) => void writes.updateTrip({ title: text }, { baseSeq }).catch(() => {})}
      />
    </h1>
  );
}

/** Shows the trip's dates; on a phone also who has the trip open, or that changes are waiting. */
function Dates() {
  const t = useTranslations("trip");
  const formats = useFormats();
  const view = useView();
  const { change } = useMay();
  const { startDate, endDate } = useTrip((trip) => ({ startDate: trip.startDate, endDate: trip.endDate }));
  const zone = useForeignZone();
  const dated = startDate !== null && endDate !== null;
  const long = dated
    ? t("datesLong", {
        range: formats.range(startDate, endDate, true),
        count: daysBetween(startDate, endDate) + 1,
      })
    : t("addDates");
  const short = dated ? formats.shortRange(startDate, endDate) : t("addDates");
  const words = (
    <>
      <span className="phone:hidden">{long}</span>
      <span className="md:hidden">{short}</span>
    </>
  );
  const look = "whitespace-nowrap text-sm text-text-3 phone:text-xs phone:leading-4";
  return (
    <div className="flex min-w-0 shrink-0 items-center phone:-mt-px phone:pr-1">
      {change ? (
        <button
          type="button"
          title={t("changeDates")}
          onClick={() => view.set({ dialog: "dates" })}
          className={`${look} -mx-1.5 shrink-0 rounded-xs px-1.5 hover:bg-hover phone:-my-1 phone:min-h-6 phone:py-1`}
        >
          {words}
        </button>
      ) : dated ? (
        <span className={look}>{words}</span>
      ) : null}
      {dated && zone ? <Zone name={zone} /> : null}
      <PhoneState />
    </div>
  );
}

/** The time zone of the plan, if it is not the reader's. */
function Zone({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 text-sm whitespace-nowrap text-text-3 phone:text-xs">
      <span aria-hidden className="mx-1">
        ·
      </span>
      <span suppressHydrationWarning className="truncate">
        {name}
      </span>
    </span>
  );
}

function PhoneState() {
  const t = useTranslations("trip");
  const here = useOnlineUserIds();
  const quiet = useUnsavedState();
  const words = quiet?.short ?? (here.size > 0 ? t("hereNow", { count: here.size + 1 }) : null);
  if (!words) return null;
  if (quiet?.isOpenable) {
    return (
      <span className="flex min-w-0 items-center text-xs text-text-3 md:hidden">
        <span aria-hidden className="mx-1">
          ·
        </span>
        <UnsentButton
          state={words}
          className={`relative min-w-0 truncate rounded-xs underline decoration-line-strong underline-offset-2 after:absolute after:-inset-x-2 after:-inset-y-3.5 ${quiet.isRefused ? "text-warning" : "text-text-3"}`}
        >
          {words}
        </UnsentButton>
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center text-xs text-text-3 md:hidden">
      <span aria-hidden className="mx-1">
        ·
      </span>
      {quiet ? null : <i className="mr-1.5 size-2 shrink-0 rounded-full bg-success" />}
      <span className="truncate">{words}</span>
    </span>
  );
}

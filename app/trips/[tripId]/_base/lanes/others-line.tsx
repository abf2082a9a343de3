"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { localClock } from "#lib/shared/reservation-times.ts";
import type { Participants } from "#lib/shared/participants.ts";
import { rowColumns } from "../rows/row-class.ts";
import { useView } from "../view.tsx";
import { ParticipantAvatars } from "./participant-avatars.tsx";
import { type OthersOnDay, membersOf } from "../../_model/plan/member-plan.ts";
import { useMemberPlanTexts } from "./use-member-plan-texts.ts";

/** A row that says how many stops and bookings the other members have on the day; a press lists them. */
export function OthersOnDayRow({ stops, bookings }: Pick<OthersOnDay, "stops" | "bookings">) {
  const words = useMemberPlanTexts();
  const view = useView();
  const [open, setOpen] = useState(false);
  const listId = useId();
  const members = membersOf([...stops, ...bookings]);
  return (
    <div className="mt-1 text-text-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
        className={cx(
          rowColumns,
          "relative min-h-9 w-full items-center rounded-sm text-left text-sm hover:bg-hover touch:min-h-11",
        )}
      >
        <span className="col-start-2 grid place-items-center">
          <Icon of={ChevronRight} className={cx("transition-transform", open && "rotate-90")} />
        </span>
        <span className="col-span-2 truncate">{words.others(members, stops.length, bookings.length)}</span>
      </button>
      {open ? (
        <ul id={listId}>
          {stops.map(({ id, name, startTime, participants }) => (
            <OtherRow
              key={id}
              clock={startTime}
              name={name}
              participants={participants}
              onOpen={() => view.openStop(id)}
            />
          ))}
          {bookings.map(({ id, title, start, participants }) => (
            <OtherRow
              key={id}
              clock={start && localClock(start)}
              name={title}
              participants={participants}
              onOpen={() => view.openReservation(id)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type OtherRowProps = {
  clock: string | null;
  name: ReactNode;
  participants: Participants;
  onOpen: () => void;
};

function OtherRow({ clock, name, participants, onOpen }: OtherRowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className={cx(
          rowColumns,
          "min-h-8 w-full items-center rounded-sm text-left text-sm hover:bg-hover touch:min-h-11",
        )}
      >
        <span>{clock}</span>
        <span className="col-start-3 truncate">{name}</span>
        <ParticipantAvatars participants={participants} />
      </button>
    </li>
  );
}

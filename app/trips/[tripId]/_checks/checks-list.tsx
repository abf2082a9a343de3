"use client";

import { BedDouble, CalendarX2, Clock, DoorClosed, type LucideIcon, Route, X } from "lucide-react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { TripCheck } from "#lib/shared/trip-checks.ts";
import { announce } from "../_base/announcer.tsx";
import { useViewState } from "../_base/view.tsx";
import { useDismissedChecks } from "../_base/use-dismissed-checks.ts";
import { useCheckWords } from "./use-check-words.ts";
import { useChecks } from "./use-checks.ts";
import { useGoToCheck } from "./use-go-to-check.ts";

const icons: Record<TripCheck["kind"], LucideIcon> = {
  overlap: Clock,
  transfer: Route,
  night: BedDouble,
  closed: DoorClosed,
  outside: CalendarX2,
};

/** Lists the trip checks as sentences; a press opens what a check is about. */
export function ChecksList({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("trip-checks");
  const say = useCheckWords();
  const go = useGoToCheck();
  const checks = useChecks();
  const { setAside, put, clear } = useDismissedChecks();
  const isPast = useViewState(({ past }) => past !== null);
  const open = checks.filter(({ key }) => !setAside.has(key));
  const hidden = checks.length - open.length;

  function dismiss(check: TripCheck) {
    put(check.key);
    announce(t("dismissed", { what: say(check) }));
  }

  return (
    <>
      {open.length === 0 ? <p className="px-2.5 py-2 text-sm text-text-2">{t("none")}</p> : null}
      <ul>
        {open.map((check) => (
          <CheckRow
            key={check.key}
            check={check}
            text={say(check)}
            onGo={() => {
              onLeave();
              go(check);
            }}
            onDismiss={isPast ? null : () => dismiss(check)}
          />
        ))}
      </ul>
      {hidden > 0 ? (
        <p className="flex min-h-9 items-center gap-2 px-2.5 text-sm text-text-3 touch:min-h-11">
          {t("setAside", { count: hidden })}
          {isPast ? null : <TextButton onClick={clear}>{t("showAgain")}</TextButton>}
        </p>
      ) : null}
    </>
  );
}

type CheckRowProps = {
  check: TripCheck;
  text: string;
  onGo: () => void;
  /** Dismisses the check; null in the past view. */
  onDismiss: (() => void) | null;
};

function CheckRow({ check, text, onGo, onDismiss }: CheckRowProps) {
  const t = useTranslations("trip-checks");
  const formats = useFormats();
  return (
    <li className="group/check flex items-start gap-1 rounded-sm hover:bg-hover">
      <button
        type="button"
        onClick={onGo}
        className="flex min-h-9 min-w-0 flex-1 items-start gap-2.5 rounded-sm px-2.5 py-2 text-left text-sm touch:min-h-11 phone:text-md"
      >
        <Icon of={icons[check.kind]} className="mt-0.5 text-warning" />
        <span className="min-w-0">
          {text}
          <span className="block text-xs text-text-3">{formats.day(check.date, { weekday: true })}</span>
        </span>
      </button>
      {onDismiss ? (
        <IconButton
          label={t("dismiss", { what: text })}
          title={t("notAProblem")}
          icon={X}
          size="sm"
          className="mt-1 mr-1 text-text-3"
          onClick={onDismiss}
        />
      ) : null}
    </li>
  );
}

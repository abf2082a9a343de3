"use client";

import { ChevronDown, RefreshCw } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import type { AroundSearch } from "./use-around.ts";

interface AroundStatusProps {
  around: AroundSearch;
  isListed: boolean;
  onList: () => void;
}

const row = "flex h-9 w-full items-center gap-2 rounded-md px-3 text-left text-sm hover:bg-hover touch:h-11";

/**
 * Shows the number of places, the state of the opening hours, and a button for another search after the map was
 * moved.
 */
export function AroundStatus({ around, isListed, onList }: AroundStatusProps) {
  const t = useTranslations("map");
  const { places, hasMoved, searchAgain } = around;
  const note = useNote(around);
  return (
    <>
      {hasMoved ? (
        <button type="button" onClick={searchAgain} className={cx(row, "font-medium text-accent-text")}>
          <Icon of={RefreshCw} />
          {t("around.again")}
        </button>
      ) : null}
      {places.length > 0 ? (
        <button type="button" aria-expanded={isListed} onClick={onList} className={row}>
          <span className="min-w-0 flex-1 truncate">{t("around.found", { count: places.length })}</span>
          <Icon of={ChevronDown} className={cx("text-text-3", isListed && "rotate-180")} />
        </button>
      ) : null}
      <p role="status" className={cx("m-0 px-3 text-xs text-text-3", note !== "" && "py-2")}>
        {places.length > 0 ? (
          <span className="sr-only">{t("around.found", { count: places.length })} </span>
        ) : null}
        {note}
      </p>
    </>
  );
}

function useNote({ places, answer, state, category }: AroundSearch): string {
  const t = useTranslations("map");
  if (category === null) return "";
  if (state === "tooLarge") return t("around.tooLarge");
  const isEmpty = places.length === 0;
  if (state === "asked") return t("around.asked");
  if (state === "late") return t(isEmpty ? "around.lateNone" : "around.late");
  if (isEmpty) return t("around.none");
  if (state === "off") return t("around.off");
  return answer?.isMore ? t("around.more") : "";
}

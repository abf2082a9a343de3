"use client";

import type { ReactNode } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { cx } from "#app/_ui/cx.ts";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { TripPerson } from "../../_base/people.tsx";

type PersonRowProps = {
  person: TripPerson;
  name: string;
  /** The formatted amount of the person's share. */
  share?: string | null;
  /** Assigns the remaining amount to the person. */
  fill?: (() => void) | null;
  /** Whether the person takes part; absent if everybody does. */
  checked?: boolean;
  onCheck?: (checked: boolean) => void;
  children?: ReactNode;
};

/** A row with one person, a field for their number, and their share. */
export function PersonRow({ person, name, share, fill, checked, onCheck, children }: PersonRowProps) {
  const t = useTranslations("trip-expense");
  const isOut = checked === false;
  const who = (
    <>
      {onCheck ? (
        <input
          type="checkbox"
          checked={checked ?? false}
          onChange={(event) => onCheck(event.target.checked)}
          className="size-4 shrink-0 accent-(--color-accent) touch:size-5"
        />
      ) : null}
      <Avatar person={person} size={24} alt="" className={isOut ? "opacity-50" : ""} />
      <span title={person.name} className={cx("min-w-0 truncate", isOut && "text-text-3")}>
        {name}
      </span>
    </>
  );
  return (
    <li className="flex min-h-10 items-center gap-3 touch:min-h-12 phone:text-lg">
      {onCheck ? (
        <label className="flex min-h-10 min-w-0 flex-1 cursor-pointer items-center gap-2.5 touch:min-h-12">
          {who}
        </label>
      ) : (
        <span className="flex min-w-0 flex-1 items-center gap-2.5">{who}</span>
      )}
      {fill ? (
        <TextButton className="text-sm" onClick={fill} aria-label={t("fillFor", { name })}>
          {t("fill")}
        </TextButton>
      ) : null}
      {children}
      {share === undefined ? null : (
        <span className="min-w-20 text-right text-sm whitespace-nowrap text-text-2 tabular-nums">
          {share}
        </span>
      )}
    </li>
  );
}

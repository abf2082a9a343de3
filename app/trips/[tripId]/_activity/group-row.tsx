"use client";

import { History as HistoryIcon, Lock, MoreHorizontal, RotateCcw, Undo2 } from "lucide-react";
import { createContext, memo, type ReactNode, use, useRef } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Menu, MenuItem } from "#app/_ui/menu.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { usePeople } from "../_base/people.tsx";
import { useView } from "../_base/view.tsx";
import { isShallowEqual } from "#lib/client/base/is-same.ts";
import { type HistoryGroup, isSameGroup } from "../_model/history/history-groups.ts";
import { RestoreValueButtons } from "./restore-value-buttons.tsx";
import { type HistoryRowActions, useHistoryRowActions } from "./use-history-row-actions.ts";
import type { HistoryWords } from "../_base/history/use-history-words.ts";
import { isParticipantsOnly, isPrivate } from "../_model/history/undo-rights.ts";

type GroupRowProps = {
  group: HistoryGroup;
  /** The texts of the row, as plain text. */
  said: SaidOfGroup;
  words: HistoryWords;
  /** Whether some events of the row's oldest write may not be loaded. */
  isCut: boolean;
  /** The id of the stop or reservation to which the history is restricted; null if it is not. */
  about: string | null;
};

interface SaidOfGroup {
  line: string;
  quote: string | null;
  /** The name of who has undone the group. */
  undoneBy: string | null;
}

export function textsOfGroup(group: HistoryGroup, words: HistoryWords): SaidOfGroup {
  const undoneBy = group.undone && words.who(group.undone, true);
  return { line: words.sentence(group), quote: words.quote(group), undoneBy };
}

/** All rows of the history and their texts, so that a row can refer to the later rows that prevent its undo. */
export const HistoryRowsContext = createContext<{
  words: HistoryWords;
  /** Returns the group that contains an event. */
  groupOf: (seq: number) => HistoryGroup | undefined;
} | null>(null);

/**
 * A row of the history. It is memoized: each new event computes all rows anew, but nearly all of them stay equal and
 * are not rendered again.
 */
export const GroupRow = memo(
  Row,
  (before, after) =>
    before.isCut === after.isCut &&
    before.about === after.about &&
    isShallowEqual(before.said, after.said) &&
    isSameGroup(before.group, after.group),
);

/**
 * One row of the history: who did what and when, whether it was undone, and the buttons to undo it or to see the trip
 * before it.
 */
function Row({ group, said, words, isCut, about }: GroupRowProps) {
  const t = useTranslations("trip-activity");
  const formats = useFormats();
  const people = usePeople();
  const row = useRef<HTMLLIElement>(null);
  const acts = useHistoryRowActions({ group, line: said.line, isCut });
  const actor = group.actorId === null ? undefined : people.byUser.get(group.actorId);
  const { quote, undoneBy } = said;
  const undone = undoneBy !== null;
  const amongFew = group.events.some(isParticipantsOnly) ? "privateAmong" : null;
  const hidden = group.events.some(isPrivate) ? "private" : amongFew;
  return (
    <li
      ref={row}
      data-seq={group.seq}
      tabIndex={-1}
      className="group/row relative grid min-h-10 grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-3 rounded-sm px-3 py-2 outline-none hover:bg-hover focus-visible:shadow-none data-found:bg-accent-tint phone:min-h-12 phone:gap-2.5"
    >
      {actor ? (
        <Avatar person={actor} alt="" />
      ) : (
        <HistoryIcon size={16} className="m-1 text-text-3" aria-hidden />
      )}
      <div className="min-w-0 pt-0.5">
        <p className={cx("break-words", undone ? "text-text-3" : "text-text-2")}>
          {words.rich(group, (text) => (
            <b className={cx("font-medium", undone ? "text-text-2" : "text-text")}>{text}</b>
          ))}
          {hidden ? (
            <Lock role="img" aria-label={t(hidden)} size={12} className="mb-0.5 ml-1.5 inline text-text-3" />
          ) : null}
        </p>
        {quote ? (
          <p className="mt-0.5 line-clamp-2 border-l-2 border-line pl-2 text-sm text-text-3">{quote}</p>
        ) : null}
        {undone ? <Undone by={undoneBy} acts={acts} /> : null}
        {about === null || undone ? null : <RestoreValueButtons group={group} of={about} />}
        {acts.blockers ? <Blocked seqs={acts.blockers} /> : null}
      </div>
      <div className="flex items-start">
        <time
          dateTime={group.at}
          title={formats.instant(group.at)}
          className="pt-1 text-xs whitespace-nowrap text-text-3"
        >
          {formats.clock(group.at)}
        </time>
        <RowActs acts={acts} />
      </div>
    </li>
  );
}

/** Says who has undone the group, with a button that redoes it. */
function Undone({ by, acts }: { by: string; acts: HistoryRowActions }) {
  const t = useTranslations("trip-activity");
  const { back, line } = acts;
  return (
    <p className="mt-0.5 flex items-center gap-1.5 text-xs text-text-3">
      <Icon of={Undo2} size={14} />
      {t("undoneBy", { who: by })}
      {back ? (
        <TextButton className="font-medium" aria-label={t("redoThis", { line })} onClick={back.run}>
          {t("redo")}
        </TextButton>
      ) : null}
    </p>
  );
}

const LOOKS = {
  undo: { icon: Undo2, label: "undo", labelThis: "undoThis" },
  restore: { icon: RotateCcw, label: "restore", labelThis: "restoreThis" },
} as const;

/**
 * The actions of a row. On wide screens they replace the time while the row is hovered or focused; on a phone one
 * button opens them as a menu.
 */
function RowActs({ acts }: { acts: HistoryRowActions }) {
  const t = useTranslations("trip-activity");
  const phone = useIsPhone();
  const { back, see, line, isBusy } = acts;
  const way = back && back.kind !== "redo" ? { ...LOOKS[back.kind], run: back.run } : null;
  if (!way && !see) return null;
  if (phone) {
    return (
      <Menu
        trigger={
          <IconButton label={t("lineMenu", { line })} icon={MoreHorizontal} className="-my-2.5 -mr-3" />
        }
      >
        {way ? (
          <MenuItem icon={way.icon} onSelect={way.run}>
            {t(way.label)}
          </MenuItem>
        ) : null}
        {see ? (
          <MenuItem icon={HistoryIcon} onSelect={see}>
            {t("see")}
          </MenuItem>
        ) : null}
      </Menu>
    );
  }
  return (
    <div
      className={cx(
        "absolute top-1.5 right-1 flex items-center rounded-sm bg-raised shadow-1 focus-within:opacity-100 group-hover/row:opacity-100",
        isBusy ? "" : "opacity-0",
      )}
    >
      {way ? (
        <Button
          size="sm"
          tone="plain"
          icon={way.icon}
          busy={isBusy}
          aria-label={t(way.labelThis, { line })}
          title={t(way.label)}
          className="w-7 px-0! text-text-2"
          onClick={way.run}
        />
      ) : null}
      {see ? (
        <IconButton
          size="sm"
          icon={HistoryIcon}
          label={t("seeThis", { line })}
          title={t("see")}
          onClick={see}
        />
      ) : null}
    </div>
  );
}

/** Names the later changes that must be undone before the row's own write, with a link to the newest of them. */
function Blocked({ seqs }: { seqs: readonly number[] }): ReactNode {
  const t = useTranslations("trip-activity");
  const view = useView();
  const lines = use(HistoryRowsContext);
  const found = new Set([...seqs].toSorted((a, b) => b - a).flatMap((seq) => lines?.groupOf(seq) ?? []));
  const [newest] = found;
  if (!lines || !newest) return <p className="mt-1 text-sm text-warning">{t("blockedUnseen")}</p>;
  return (
    <p className="mt-1 text-sm text-text-2">
      {t("blocked", { more: found.size - 1 })}{" "}
      <TextButton className="text-left font-medium" onClick={() => view.set({ historyAt: newest.seq })}>
        {lines.words.sentence(newest)}
      </TextButton>
    </p>
  );
}

"use client";

import { Search, X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Modal } from "#app/_ui/modal.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useListbox } from "#app/_ui/use-listbox.ts";
import { findItems, firstItems, type PaletteItem } from "./palette-item.ts";
import { PaletteOptions } from "./palette-options.tsx";
import { useHitItems } from "./use-hit-items.ts";

interface PaletteProps {
  userId: string;
  /** The commands of this page and its rows. */
  items: readonly PaletteItem[];
  /** Whether the user is a guest, who has only one trip. */
  isGuest?: boolean;
  /** The open trip, whose rows are found without a request. */
  tripId?: string;
  onClose: () => void;
}

const panel =
  "fixed z-(--z-sheet) flex flex-col overflow-hidden bg-raised shadow-3 outline-none [--ground:var(--color-raised)] " +
  "phone:inset-0 phone:pb-(--safe-bottom) " +
  "md:top-[clamp(24px,12vh,112px)] md:left-1/2 md:max-h-[min(520px,calc(100dvh-48px))] md:w-150 md:-translate-x-1/2 md:rounded-lg md:data-[state=open]:animate-[dialog-in_var(--t-base)_var(--ease)]";

/** A field for searching everything: the name of a row opens it, and the name of a command runs it. */
export function Palette({ onClose, ...props }: PaletteProps) {
  const t = useTranslations("palette");
  const picked = useRef<PaletteItem | null>(null);
  function pick(item: PaletteItem) {
    picked.current = item;
    onClose();
  }
  return (
    <Modal
      className={panel}
      aria-describedby={undefined}
      onClose={onClose}
      // The command runs after the focus has returned from the palette, so that the command can move the focus.
      onClosed={() => picked.current?.run()}
    >
      <Radix.Title className="sr-only">{t("title")}</Radix.Title>
      <PaletteBody {...props} onPick={pick} onClose={onClose} />
    </Modal>
  );
}

type BodyProps = PaletteProps & { onPick: (item: PaletteItem) => void };

function PaletteBody({ userId, items, isGuest = false, tripId, onPick, onClose }: BodyProps) {
  const t = useTranslations("palette");
  const [query, setQuery] = useState("");
  const typed = query.trim();
  const remote = useHitItems({ userId, query, isGuest, tripId, known: items });
  const sections = typed === "" ? firstItems([...remote.recent, ...items]) : findItems(items, typed);
  if (typed !== "" && remote.found.length > 0) sections.push({ group: "elsewhere", items: remote.found });
  const options = sections.flatMap((section) => section.items);
  const listbox = useListbox({ options, optionKey: ({ id }) => id, open: true, onPick, onClose });
  useEffect(() => {
    document.getElementById(listbox.option(listbox.active).id)?.scrollIntoView({ block: "nearest" });
  });
  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line pr-2 pl-4 phone:h-14">
        {remote.isBusy ? <Spinner /> : <Icon of={Search} className="text-text-3" />}
        <input
          {...listbox.input}
          aria-label={t("title")}
          type="text"
          enterKeyHint="go"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t("placeholder")}
          value={query}
          maxLength={100}
          onChange={(event) => {
            listbox.reset();
            setQuery(event.target.value);
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-text-3 focus-visible:shadow-none"
        />
        <IconButton label={t("close")} icon={X} onClick={onClose} />
      </div>
      <PaletteOptions sections={sections} listbox={listbox} />
      <output className="sr-only">
        {typed !== "" && !remote.isBusy ? t("found", { count: options.length }) : ""}
      </output>
      {typed === "" || options.length > 0 || remote.isFailed ? null : (
        <Nothing query={typed} isBusy={remote.isBusy} />
      )}
      {remote.isFailed ? (
        <p
          role="alert"
          className="flex min-h-11 shrink-0 items-center gap-2 border-t border-line px-4 text-sm text-text-2"
        >
          {t("failed")}
          <TextButton onClick={remote.retry}>{t("retry")}</TextButton>
        </p>
      ) : null}
    </>
  );
}

function Nothing({ query, isBusy }: { query: string; isBusy: boolean }) {
  const t = useTranslations("palette");
  if (isBusy) return <p className="px-4 py-6 text-center text-sm text-text-3">{t("searching")}</p>;
  return (
    <div className="px-4 py-6 text-center">
      <p className="font-medium">{t("none", { query })}</p>
      <p className="mt-1 text-sm text-text-3">{t("noneHint")}</p>
    </div>
  );
}

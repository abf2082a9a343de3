"use client";

import { Plus } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";

/** A row of the details that is hidden while it is empty. */
export interface FoldableRow {
  key: string;
  /** The label of the button that adds the row. */
  label: string;
  /** Whether the row has no value yet. */
  isEmpty: boolean;
  row: ReactNode;
}

/** Shows the rows with a value, and for each other row a button that shows it and starts editing. */
export function FoldedRows({ rows, canAdd }: { rows: readonly FoldableRow[]; canAdd: boolean }) {
  const t = useTranslations("trip-details");
  // A row that was shown stays visible, so that it does not move when the user empties it.
  const [shown, setShown] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter(({ isEmpty }) => !isEmpty).map(({ key }) => key)),
  );
  const [started, setStarted] = useState<string | null>(null);
  const isShown = ({ key, isEmpty }: FoldableRow) => !isEmpty || shown.has(key);
  const folded = rows.filter((row) => !isShown(row));

  function start(key: string) {
    setShown((before) => new Set([...before, key]));
    setStarted(key);
  }

  return (
    <>
      {rows
        .filter(isShown)
        .map(({ key, row }) =>
          key === started ? <StartedRow key={key}>{row}</StartedRow> : <Fragment key={key}>{row}</Fragment>,
        )}
      {canAdd && folded.length > 0 ? (
        <div role="group" aria-label={t("addGroup")} className="flex flex-wrap gap-x-1 py-1 pl-0.5">
          {folded.map(({ key, label }) => (
            <Button
              key={key}
              tone="plain"
              size="sm"
              icon={Plus}
              className="px-1.5 text-text-2"
              aria-label={t("addRow", { field: label })}
              onClick={() => start(key)}
            >
              {label}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}

/** Focuses the row's field or presses its button, so that the user can type or choose at once. */
function StartedRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = row.current?.querySelector<HTMLElement>("input, select, button");
    field?.focus();
    if (field instanceof HTMLButtonElement) field.click();
  }, []);
  return <div ref={row}>{children}</div>;
}

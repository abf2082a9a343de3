"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { FileImportDialog } from "#app/trips/_transfer/file-import-dialog.tsx";
import { importExpenses, previewExpenses } from "#lib/client/trips/imports.ts";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { ExpenseImportPreview } from "#lib/shared/expense-imports.ts";
import { announce } from "../_base/announcer.tsx";
import { useView } from "../_base/view.tsx";
import { type ExpenseChoices, isReady, rowsToAdd, toQuery } from "./expense-choices.ts";
import { ExpensesPreview } from "./expenses-preview.tsx";

const NOTHING: ExpenseChoices = { people: [], rates: {}, ratesTo: "", known: "skip" };

/**
 * The dialog that imports expenses from another program: a file is chosen, previewed and added, and one undo removes
 * the expenses.
 */
export default function ImportExpensesDialog() {
  const t = useTranslations("trip-files");
  const view = useView();
  const actions = useTripActions();
  const tripId = useTrip((trip) => trip.id);
  const [choices, setChoices] = useState(NOTHING);
  const close = () => view.set({ dialog: null });

  async function look(...[file, , sending]: Parameters<typeof previewing>): Promise<ExpenseImportPreview> {
    const preview = await previewing(file, null, sending);
    // A person whose name is unknown counts as new until the user selects a member.
    const people = preview.people.map(({ memberId }) => memberId ?? "new");
    setChoices({ ...NOTHING, people, ratesTo: preview.currency });
    return preview;
  }
  function previewing(file: File, _: unknown, sending: Parameters<typeof previewExpenses>[1]) {
    return previewExpenses({ tripId, file }, sending);
  }

  return (
    <FileImportDialog
      of="expenses"
      title={t("importExpensesTitle")}
      text={t("importExpensesText")}
      accept=".csv,.json,.tsv,.txt,text/csv,application/json"
      options={choices}
      steps={{
        preview: look,
        run: (file, options, attempt, sending) =>
          importExpenses({ tripId, file, query: toQuery(options) }, attempt, sending),
        onDone: ({ data, seq }, file) => {
          const words = t("addedExpenses", { count: data.expenses + data.settlements, name: file.name });
          const undo = () =>
            void actions.undo(seq ?? 0).catch(() => toast(t("undoFailed"), { problem: true }));
          announce(words);
          toast(words, seq === null ? {} : { action: { label: t("undo"), run: undo } });
          close();
        },
      }}
      action={(preview) => {
        const { length } = rowsToAdd(preview, choices);
        return length > 0 && isReady(preview, choices) ? t("addExpenses", { count: length }) : null;
      }}
      onClose={close}
    >
      {(preview) => <ExpensesPreview preview={preview} choices={choices} onChoices={setChoices} />}
    </FileImportDialog>
  );
}

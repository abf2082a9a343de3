"use client";

import { Camera, FileText, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { MAX_ATTACHMENT_BYTES } from "#lib/shared/attachment-limits.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { sanitizeFileName, fileType, formatBytes } from "../../_base/files/file-facts.ts";
import { FileRow, UploadRow } from "../../_base/files/file-row.tsx";
import { useFiles } from "../../_base/files/use-files.ts";
import { ActionRow } from "./form-row.tsx";
import type { FormState } from "./use-expense-form.ts";

const ACCEPT = "image/jpeg,image/png,image/webp,application/pdf,.pdf,.jpg,.jpeg,.png,.webp";

/** The receipts of the expense. Those of a new expense are uploaded after it is saved. */
export function ReceiptsSection({ state }: { state: FormState }) {
  return state.expense ? <StoredReceipts expense={state.expense} /> : <StagedReceipts state={state} />;
}

function StoredReceipts({ expense }: { expense: ExpenseDto }) {
  const { tripId, files, uploads, add, remove } = useFiles({ kind: "expense", id: expense.id });
  return (
    <ReceiptPicker count={files.length} onFiles={add}>
      {files.map((file) => (
        <FileRow key={file.id} file={file} tripId={tripId} onRemove={() => remove(file)} />
      ))}
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ReceiptPicker>
  );
}

function StagedReceipts({ state: { receipts, setReceipts } }: { state: FormState }) {
  const t = useTranslations("trip-expense");
  return (
    <ReceiptPicker count={receipts.length} onFiles={(files) => setReceipts([...receipts, ...files])}>
      {receipts.map((file, index) => (
        <StagedFile
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          removeLabel={t("receipt.remove", { name: sanitizeFileName(file.name) })}
          onRemove={() => setReceipts(receipts.filter((_, at) => at !== index))}
        />
      ))}
    </ReceiptPicker>
  );
}

type StagedFileProps = { file: File; removeLabel: string; onRemove: () => void };

/** A receipt that is not uploaded yet. If it cannot be uploaded, the row says so while another file can be chosen. */
function StagedFile({ file, removeLabel, onRemove }: StagedFileProps) {
  const tBookings = useTranslations("trip-bookings");
  const { locale } = useFormats();
  const problem = fileProblem(file);
  return (
    <li className="grid min-h-11 grid-cols-[36px_minmax(0,1fr)_auto] items-center gap-2.5 py-1">
      <span className="grid size-9 place-items-center rounded-xs bg-sunken text-text-3">
        <Icon of={FileText} size={20} />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium phone:text-md">
          {sanitizeFileName(file.name)}
        </span>
        {problem ? (
          <span role="alert" className="block text-xs text-danger">
            {tBookings(`files.problem.${problem}`)}
          </span>
        ) : (
          <span className="block text-xs text-text-3">{formatBytes(file.size, intlLocales[locale])}</span>
        )}
      </span>
      <IconButton label={removeLabel} icon={X} size="sm" onClick={onRemove} />
    </li>
  );
}

function fileProblem(file: File): "type" | "empty" | "large" | null {
  if (fileType(file) === null) return "type";
  if (file.size === 0) return "empty";
  return file.size > MAX_ATTACHMENT_BYTES ? "large" : null;
}

type ReceiptPickerProps = { count: number; onFiles: (files: readonly File[]) => void; children: ReactNode };

/** A button that selects receipts; phones offer their camera. */
function ReceiptPicker({ count, onFiles, children }: ReceiptPickerProps) {
  const t = useTranslations("trip-expense");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <ActionRow
        label={t("receipt.label")}
        icon={Camera}
        onClick={() => input.current?.click()}
        value={<span className="text-text-3">{t(count > 0 ? "receipt.another" : "receipt.add")}</span>}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t("receipt.add")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Resets the input, so that the same file can be chosen again.
          event.target.value = "";
        }}
      />
      <ul>{children}</ul>
    </div>
  );
}

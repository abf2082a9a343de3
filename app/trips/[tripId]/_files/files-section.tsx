"use client";

import { Paperclip } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import type { AttachmentTarget } from "#lib/shared/attachments.ts";
import { sectionHead } from "../_base/fields/notes-field.tsx";
import { NeedsNetwork } from "../_base/needs-network.tsx";
import { useLatest } from "../_base/use-latest.ts";
import { FileRow, UploadRow } from "../_base/files/file-row.tsx";
import { useFiles } from "../_base/files/use-files.ts";

const ACCEPT = ".pdf,.jpg,.jpeg,.png,.webp,application/pdf,image/jpeg,image/png,image/webp";

/** The attachments of a reservation or a stop. Files are chosen, dropped onto the section, or pasted. */
export function FilesSection({ target, readOnly }: { target: AttachmentTarget; readOnly: boolean }) {
  const t = useTranslations("trip-bookings");
  const headId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { tripId, files, uploads, add, remove } = useFiles(target);
  const drop = useFileDrop(add);
  usePastedFiles(readOnly ? null : add);
  if (readOnly && files.length === 0) return null;
  return (
    <section
      aria-labelledby={headId}
      {...(readOnly ? {} : drop.events)}
      className={cx(
        "mx-2 mt-2.5 rounded-sm px-2 pb-1",
        drop.isOver && "bg-accent-tint shadow-[inset_0_0_0_1.5px_var(--color-accent)]",
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 id={headId} className={cx(sectionHead, "mb-0!")}>
          {t("files.title")}
        </h3>
        {readOnly ? null : (
          <Button
            size="sm"
            tone="plain"
            icon={Paperclip}
            className="-mr-2.5 text-text-2"
            onClick={() => input.current?.click()}
          >
            {t("files.add")}
          </Button>
        )}
      </div>
      <NeedsNetwork what="files" className="pb-1" />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t("files.add")}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          // Resets the input, so that the same file can be chosen again.
          event.target.value = "";
        }}
      />
      {files.length + uploads.length === 0 ? (
        <p className="pb-1 text-xs text-text-3">
          {drop.isOver ? t("files.drop") : t("files.hint")}
          {drop.isOver ? null : <span className="touch:hidden"> {t("files.hintDrop")}</span>}
        </p>
      ) : (
        <ul>
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              tripId={tripId}
              onRemove={readOnly ? null : () => remove(file)}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  );
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes("Files");
}

/** Handles files that are dragged onto the section; the section is highlighted while they are over it. */
function useFileDrop(add: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const events = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      const to = event.relatedTarget;
      if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      add([...event.dataTransfer.files]);
    },
  };
  return { isOver, events };
}

/** Adds pictures or files that are pasted while the details are open. */
function usePastedFiles(add: ((files: readonly File[]) => void) | null): void {
  const latest = useLatest(add);
  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!latest.current || files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    }
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, [latest]);
}

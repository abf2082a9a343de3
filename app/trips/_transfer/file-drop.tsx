"use client";

import { FileUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";

type FileDropProps = {
  label: string;
  hint: ReactNode;
  /** The accepted types, in the form for a file input. */
  accept: string;
  multiple?: boolean;
  /** Is called with at least one file; several files may be dropped even where only one is expected. */
  onFiles: (files: readonly File[]) => void;
};

/** An area on which files can be chosen or dropped. A real file input, which can do both, covers it. */
export function FileDrop({ label, hint, accept, multiple = false, onFiles }: FileDropProps) {
  const [over, setOver] = useState(false);

  return (
    <label
      className={cx(
        "relative grid min-h-36 cursor-pointer place-content-center justify-items-center gap-1 rounded-md outline-1 -outline-offset-1 outline-dashed px-5 py-6 text-center transition-colors hover:bg-hover has-focus-visible:shadow-(--ring)",
        over ? "bg-accent-tint text-accent-text outline-accent-line" : "bg-sunken outline-line-strong",
      )}
    >
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          const files = [...event.dataTransfer.files];
          if (multiple || files.length < 2) return;
          // If several files are dropped, the input would take one of them and ignore the others silently.
          event.preventDefault();
          onFiles(files);
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The value is cleared, so that the same file can be chosen again.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
      <Icon of={FileUp} size={24} className="mb-1 text-text-3" />
      <span className="font-medium">{label}</span>
      <span className="text-sm text-text-3">{hint}</span>
    </label>
  );
}

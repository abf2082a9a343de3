"use client";

import { FileUp } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";

type FileDropProps = {
  label: string;
  hint: ReactNode;
  /** As the file input takes it. */
  accept: string;
  onFile: (file: File) => void;
};

/** One file, chosen or dropped: a real file input, which takes both, covers all of it. */
export function FileDrop({ label, hint, accept, onFile }: FileDropProps) {
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
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can then be chosen again.
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
      <Icon of={FileUp} size={24} className="mb-1 text-text-3" />
      <span className="font-medium">{label}</span>
      <span className="text-sm text-text-3">{hint}</span>
    </label>
  );
}

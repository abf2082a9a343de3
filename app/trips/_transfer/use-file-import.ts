"use client";

import { useEffect, useRef, useState } from "react";
import { type IdempotentCreate, IdempotentCreates } from "#lib/client/base/idempotent-creates.ts";
import type { UploadOptions } from "#lib/client/trips/imports.ts";
import { confirmPageClose } from "#lib/client/base/page-guard.ts";
import { type FileProblem, sizeProblem } from "#lib/client/trips/import-file.ts";

export type ImportState<Preview> =
  | { kind: "choosing"; problem: FileProblem | null }
  /** The file is being sent, for a preview or for the import. */
  | { kind: "sending"; what: "preview" | "import"; file: File; share: number }
  | { kind: "looking"; file: File; preview: Preview; problem: FileProblem | null };

export type ImportSteps<Options, Preview, Result> = {
  preview: (file: File, options: Options, sending: UploadOptions) => Promise<Preview>;
  run: (file: File, options: Options, attempt: IdempotentCreate, sending: UploadOptions) => Promise<Result>;
  onDone: (result: Result, file: File) => void;
};

/**
 * The state of an import: the file is chosen, previewed and imported. A failed import can be repeated with the same
 * idempotency key.
 */
export function useFileImport<Options, Preview, Result>({
  preview,
  run,
  onDone,
}: ImportSteps<Options, Preview, Result>) {
  const [state, setState] = useState<ImportState<Preview>>({ kind: "choosing", problem: null });
  const running = useRef<AbortController | null>(null);
  const [attempts] = useState(() => new IdempotentCreates());
  useEffect(() => () => running.current?.abort(), []);

  function begin(what: "preview" | "import", file: File): UploadOptions {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const onProgress = (share: number) => {
      if (!signal.aborted) setState({ kind: "sending", what, file, share });
    };
    onProgress(0);
    return { signal, onProgress };
  }

  async function look(file: File, options: Options): Promise<void> {
    const faulty = sizeProblem(file);
    if (faulty) return refuse(faulty);
    const sending = begin("preview", file);
    try {
      const found = await preview(file, options, sending);
      if (!sending.signal.aborted) setState({ kind: "looking", file, preview: found, problem: null });
    } catch (error) {
      if (!sending.signal.aborted) setState({ kind: "choosing", problem: { error } });
    }
  }

  async function take(file: File, found: Preview, options: Options): Promise<void> {
    // A file that is chosen again after a cancelled import has the idempotency key of that import, too.
    const { name, size, lastModified } = file;
    const input = { name, size, lastModified, options };
    const sending = begin("import", file);
    const release = confirmPageClose();
    try {
      const result = await run(file, options, attempts.of(input), sending);
      attempts.settle(input);
      if (!sending.signal.aborted) onDone(result, file);
    } catch (error) {
      attempts.settle(input, error);
      if (!sending.signal.aborted) setState({ kind: "looking", file, preview: found, problem: { error } });
    } finally {
      release();
    }
  }

  function refuse(problem: FileProblem | null): void {
    running.current?.abort();
    setState({ kind: "choosing", problem });
  }

  return { state, look, take, refuse, reset: () => refuse(null) };
}

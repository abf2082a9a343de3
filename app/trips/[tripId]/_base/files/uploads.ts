import { ApiError, type CallResult } from "#lib/client/base/api.ts";
import { type AttachmentUpload, uploadAttachment } from "#lib/client/open-trip/attachment-upload.ts";
import type { AttachmentDto, AttachmentTarget } from "#lib/shared/attachments.ts";
import { createStore, useStore } from "../store.ts";
import { markUnsaved } from "../unsaved.ts";

/** Why a file is not being uploaded. */
type UploadProblem = "type" | "large" | "empty" | "full" | "refused" | "failed";

/** An upload that is running or has failed. */
export interface Upload {
  id: string;
  target: AttachmentTarget;
  name: string;
  /** A number from 0 to 1; at 1 the service still checks the file. */
  progress: number;
  problem: UploadProblem | null;
  /** Stops the upload and removes it from the list. */
  cancel: () => void;
  /** Starts the upload again; absent if that is of no use. */
  retry?: () => void;
}

type Arrived = (called: CallResult<AttachmentDto>) => void;

// All uploads of the page; they continue when the details are closed.
const uploads = createStore<{ list: readonly Upload[] }>({ list: [] });

function put(upload: Upload): void {
  const { list } = uploads.get();
  const isKnown = list.some(({ id }) => id === upload.id);
  uploads.set({
    list: isKnown ? list.map((each) => (each.id === upload.id ? upload : each)) : [...list, upload],
  });
}

function drop(id: string): void {
  uploads.set({ list: uploads.get().list.filter((each) => each.id !== id) });
}

/** Starts an upload, or starts it again with the same id, so that the file is never stored twice. */
export function startUpload(of: AttachmentUpload, arrived: Arrived): void {
  const abort = new AbortController();
  const { id, target, name } = of;
  const upload: Upload = { id, target, name, progress: 0, problem: null, cancel: () => abort.abort() };
  put(upload);
  void run(upload, of, { signal: abort.signal, arrived });
}

async function run(
  upload: Upload,
  of: AttachmentUpload,
  { signal, arrived }: { signal: AbortSignal; arrived: Arrived },
): Promise<void> {
  markUnsaved(of.id, true);
  try {
    const onProgress = (progress: number) => put({ ...upload, progress });
    const called = await uploadAttachment(of, { signal, onProgress });
    drop(of.id);
    arrived(called);
  } catch (error) {
    if (signal.aborted) return drop(of.id);
    const problem = problemOf(error);
    const retry = problem === "failed" ? { retry: () => startUpload(of, arrived) } : {};
    put({ ...upload, problem, cancel: () => drop(of.id), ...retry });
  } finally {
    markUnsaved(of.id, false);
  }
}

/** Shows a file that cannot be uploaded at all, with the reason. */
export function refuseUpload(file: Pick<Upload, "id" | "target" | "name">, problem: UploadProblem): void {
  put({ ...file, progress: 0, problem, cancel: () => drop(file.id) });
}

const PROBLEMS: Record<string, UploadProblem> = {
  TOO_LARGE: "large",
  UNSUPPORTED_MEDIA_TYPE: "type",
  LIMIT_REACHED: "full",
  FORBIDDEN: "refused",
  NOT_FOUND: "refused",
  ARCHIVED: "refused",
  GUEST_LIMITED: "refused",
};

function problemOf(error: unknown): UploadProblem {
  return error instanceof ApiError ? (PROBLEMS[error.body.code] ?? "failed") : "failed";
}

/** Returns all running and failed uploads, whatever they belong to. */
export function useUploads(): readonly Upload[] {
  return useStore(uploads, ({ list }) => list);
}

import type { AttachmentDto, AttachmentTarget } from "#lib/shared/attachments.ts";
import { browserRequestPath, type CallResult, call, ConnectionError } from "../base/api.ts";
import { attachmentsApi } from "../base/operations.ts";
import { fetchWithProgress } from "../base/uploading-fetch.ts";

/**
 * A file up to this size is sent to the service, since platforms may accept no larger request; a larger one goes
 * directly to the storage, where that is possible.
 */
const DIRECT_BYTES = 4 * 1024 * 1024;

export interface AttachmentUpload {
  tripId: string;
  /** The client makes the id: an upload with the same id is the same upload. */
  id: string;
  target: AttachmentTarget;
  name: string;
  contentType: AttachmentDto["contentType"];
  file: File;
}

interface UploadOptions {
  signal: AbortSignal;
  /** Gets the uploaded part of the file, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Uploads a file and reports the progress. Throws `ApiError`, `ConnectionError`, or the signal's reason. */
export async function uploadAttachment(
  upload: AttachmentUpload,
  { signal, onProgress }: UploadOptions,
): Promise<CallResult<AttachmentDto>> {
  const { tripId, id, target, name, contentType, file } = upload;
  const params = { tripId };
  const send = fetchWithProgress(onProgress);
  if (file.size > DIRECT_BYTES) {
    const body = { id, target, name, contentType, size: file.size };
    const { data: way } = await call(attachmentsApi.begin, { params, body }, { signal });
    if (way.url !== null) {
      await sendTo(way.url, way.fields, { file, signal, send });
      return call(attachmentsApi.confirm, { params, body }, { signal, idempotencyKey: id });
    }
  }
  const query = { id, target: `${target.kind}:${target.id}`, name };
  return call(attachmentsApi.upload, { params, query, file }, { signal, idempotencyKey: id, fetch: send });
}

interface Sending {
  file: File;
  signal: AbortSignal;
  send: typeof fetch;
}

/** Sends the file to the address that `begin` answered. The storage expects the fields before the file. */
async function sendTo(
  url: string,
  fields: Record<string, string>,
  { file, signal, send }: Sending,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  const response = await send(url, { method: "POST", body: form, signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new ConnectionError(error);
  });
  if (!response.ok) throw new ConnectionError(new Error(`The storage answered ${response.status}.`));
}

/** Returns the address at which members read the bytes of a file. */
export function attachmentUrl(tripId: string, attachmentId: string): string {
  return browserRequestPath(attachmentsApi.read, { params: { tripId, attachmentId } });
}

"use client";

import { useEffect, useRef, useState } from "react";
import { call } from "../base/api.ts";
import { wipeDeviceData } from "../offline/device.ts";
import { forgetOnDevice } from "./sign-out.ts";
import { accountApi } from "../base/operations.ts";
import { deleteTypedTexts } from "../storage/own-storage.ts";
import { fetchSignedInUserId } from "../base/who-am-i.ts";

type ExportState =
  | { kind: "resting" | "done" }
  /** `bytes` is how many bytes have arrived so far. */
  | { kind: "busy"; bytes: number }
  | { kind: "failed"; error: unknown };

/** The hook fetches a copy of all data of the caller's account, and gives it to the browser as a file. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ kind: "resting" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(): Promise<void> {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setState({ kind: "busy", bytes: 0 });
    try {
      const file = await fetchExport(signal, (bytes) => setState({ kind: "busy", bytes }));
      saveFile(`wayfare-${new Date().toISOString().slice(0, 10)}.json`, file);
      setState({ kind: "done" });
    } catch (error) {
      setState(signal.aborted ? { kind: "resting" } : { kind: "failed", error });
    }
  }

  return { state, start, cancel: () => running.current?.abort() };
}

/**
 * Returns the export as the service sent it, without parsing: the file may be large, and the client needs nothing of
 * it.
 */
async function fetchExport(signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Blob> {
  let file = new Blob();
  async function keepingFile(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await fetch(...request);
    if (!response.ok) return response;
    file = await counted(response, onBytes).blob();
    // `call` gets a status 204, which has no body, because `fetchExport` has already read the body.
    return new Response(null, { status: 204 });
  }
  await call(accountApi.export, {}, { signal, fetch: keepingFile });
  return file;
}

/** Returns the same response, and reports to `onBytes` how many bytes have been read so far. */
function counted(response: Response, onBytes: (bytes: number) => void): Response {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      out.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counter) ?? null, response);
}

/** Makes the browser download `file` under `name`. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads the object URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Deletes the caller's account for good, and what this device stores for it. An account with a password needs
 * `password`.
 * @throws ApiError, ConnectionError
 */
export async function deleteAccount(body: { password?: string | undefined }): Promise<void> {
  const userId = await fetchSignedInUserId(AbortSignal.timeout(5_000)).catch(() => null);
  await call(accountApi.delete, { body });
  deleteTypedTexts();
  await wipeDeviceData();
  if (userId !== null) await forgetOnDevice(userId);
}

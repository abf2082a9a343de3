"use client";

import { useEffect, useRef, useState } from "react";
import { call } from "./api.ts";
import { wipe } from "./device.ts";
import { forgetOnDevice } from "./leaving.ts";
import { accountApi } from "./operations.ts";
import { forgetTyped } from "./own-storage.ts";
import { whoAmI } from "./who-am-i.ts";

type ExportState =
  | { kind: "resting" | "done" }
  /** `bytes` that have come so far. */
  | { kind: "busy"; bytes: number }
  | { kind: "failed"; error: unknown };

/** Fetches a copy of everything the caller has here, and gives it to the browser as a file. */
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

/** As it came: the file may be large, and nothing of it is needed here. */
async function fetchExport(signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Blob> {
  let file = new Blob();
  async function keepingFile(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await fetch(...request);
    if (!response.ok) return response;
    file = await counted(response, onBytes).blob();
    // The status of an answer without a body: there is none left to read.
    return new Response(null, { status: 204 });
  }
  await call(accountApi.export, {}, { signal, fetch: keepingFile });
  return file;
}

/** The same answer, which tells how much of it has come. */
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

/** Lets the browser save a file. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Deletes the caller's account for good, and what this device keeps of it; a password where there is one. @throws ApiError, ConnectionError */
export async function deleteAccount(body: { password?: string | undefined }): Promise<void> {
  const userId = await whoAmI(AbortSignal.timeout(5_000)).catch(() => null);
  await call(accountApi.delete, { body });
  forgetTyped();
  await wipe();
  if (userId !== null) await forgetOnDevice(userId);
}

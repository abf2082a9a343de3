"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { updateUserOptimistically } from "./account.ts";
import { type PictureProblem, squarePicture } from "./account-picture-file.ts";
import { ApiError, call } from "../base/api.ts";
import { avatarApi } from "../base/operations.ts";
import { tripListsKey } from "../base/trip-cache.ts";
import { fetchWithProgress } from "../base/uploading-fetch.ts";

/**
 * The state of the avatar's upload or removal. `progress` is null until the first bytes are sent, then a number from 0
 * to 1.
 */
export type PictureState =
  | { kind: "resting" | "removing" | "saved" }
  | { kind: "sending"; preview: string | null; progress: number | null }
  | { kind: "failed"; error: unknown };

/** Sets, replaces and removes the caller's picture. */
export function usePicture() {
  const cache = useQueryClient();
  const [state, setState] = useState<PictureState>({ kind: "resting" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function keep(image: string): Promise<void> {
    updateUserOptimistically(cache, { image });
    setState({ kind: "saved" });
    await cache.invalidateQueries({ queryKey: tripListsKey });
  }

  /** Resolves with whether the upload succeeded. */
  async function upload(file: File): Promise<boolean> {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    let preview: string | null = null;
    const show = (progress: number | null) => setState({ kind: "sending", preview, progress });
    show(null);
    try {
      const picture = await squarePicture(file);
      if (typeof picture === "string") throw refused(picture);
      signal.throwIfAborted();
      preview = URL.createObjectURL(picture);
      show(0);
      const options = { signal, fetch: fetchWithProgress(show) };
      const { data } = await call(avatarApi.upload, { file: picture }, options);
      await keep(data.image);
      return true;
    } catch (error) {
      // A newer upload has replaced this one, or the page is closed: nobody waits for this upload.
      if (running.current?.signal === signal)
        setState(signal.aborted ? { kind: "resting" } : { kind: "failed", error });
      return false;
    } finally {
      if (preview) URL.revokeObjectURL(preview);
    }
  }

  /**
   * Resolves with whether the picture is removed, and with the former picture (null if it could not be read), so that
   * an undo can upload it again.
   */
  async function remove(image: string): Promise<{ isGone: boolean; before: File | null }> {
    setState({ kind: "removing" });
    const before = await readPicture(image);
    const takeBack = updateUserOptimistically(cache, { image: null });
    try {
      const { data } = await call(avatarApi.remove, {});
      await keep(data.image);
      return { isGone: true, before };
    } catch (error) {
      takeBack();
      setState({ kind: "failed", error });
      return { isGone: false, before };
    }
  }

  return { state, upload, remove, cancel: () => running.current?.abort() };
}

/** Returns a picture as a file; null for pictures of other sites, which scripts of this page may not read. */
async function readPicture(address: string): Promise<File | null> {
  try {
    const response = await fetch(address);
    const bytes = response.ok ? await response.blob() : null;
    return bytes && new File([bytes], "picture", { type: bytes.type });
  } catch {
    return null;
  }
}

/** Returns the error that the service would answer, with the same status and code. */
function refused(problem: PictureProblem): ApiError {
  const message = "This picture cannot be taken.";
  return problem === "large"
    ? new ApiError(413, { code: "TOO_LARGE", message, requestId: "" })
    : new ApiError(415, { code: "UNSUPPORTED_MEDIA_TYPE", message, requestId: "" });
}

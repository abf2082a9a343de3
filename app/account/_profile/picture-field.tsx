"use client";

import { Upload } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRouter } from "next/navigation";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { SavedWords } from "#app/account/_form/field-line.tsx";
import type { FieldSaveState } from "#app/account/_form/use-saved.ts";
import { useProblemWords } from "#app/account/_form/use-problem-words.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { toast } from "#app/_ui/toast.ts";
import { type PictureState, usePicture } from "#lib/client/account/account-picture.ts";
import type { AccountUser } from "#lib/client/account/account-answers.ts";

const TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif,image/heic,image/heif";

/**
 * The field for the user's picture: choosing or dropping a file, the progress of the upload, and removing the picture.
 */
export function PictureField({ user }: { user: AccountUser }) {
  const t = useTranslations("account");
  const tUi = useTranslations("ui");
  const router = useRouter();
  const { state, upload, remove, cancel } = usePicture();
  const input = useRef<HTMLInputElement>(null);
  const drop = useDrop((file) => void send(file));
  const hasPhoto = isPhoto(user.image);
  const sending = state.kind === "sending";

  async function send(file: File) {
    // Pages that were rendered with the old picture are rendered again.
    if (await upload(file)) router.refresh();
  }

  async function takeAway() {
    const { isGone, before } = await remove(user.image ?? "");
    if (!isGone) return;
    router.refresh();
    const undo = before && { action: { label: tUi("undo"), run: () => void send(before) } };
    toast(t("pictureRemoved"), undo ?? {});
  }

  const image = sending ? (state.preview ?? user.image) : user.image;
  return (
    <div
      {...drop.target}
      className={cx(
        "-m-3 flex items-center gap-5 phone:items-start rounded-md p-3 transition-colors",
        drop.over && "bg-accent-tint shadow-[inset_0_0_0_1.5px_var(--color-accent)]",
      )}
    >
      <Avatar
        person={{ id: user.id, name: user.name, image }}
        size={36}
        alt=""
        className={cx("size-18! text-2xl!", sending && "opacity-60")}
      />
      <div className="min-w-0 flex-1">
        <h3 className="sr-only">{t("picture")}</h3>
        <div className="flex flex-wrap gap-2">
          <Button icon={Upload} busy={sending} onClick={() => input.current?.click()}>
            {t(hasPhoto ? "pictureReplace" : "pictureUpload")}
          </Button>
          {sending ? (
            <Button tone="plain" onClick={cancel}>
              {tUi("cancel")}
            </Button>
          ) : null}
          {hasPhoto && !sending ? (
            <Button tone="plain" busy={state.kind === "removing"} onClick={() => void takeAway()}>
              {t("pictureRemove")}
            </Button>
          ) : null}
        </div>
        <PictureLine state={state} hint={drop.over ? t("pictureDrop") : <PictureHint />} />
        <input
          ref={input}
          type="file"
          accept={TYPES}
          aria-label={t("pictureUpload")}
          tabIndex={-1}
          className="hidden"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            // The value is cleared, so that the same file can be chosen again after a failure.
            currentTarget.value = "";
            if (file) void send(file);
          }}
        />
      </div>
    </div>
  );
}

function PictureHint() {
  const t = useTranslations("account");
  return t.rich("pictureHint", { drop: (words) => <span className="touch:hidden">{words}</span> });
}

/** Shows the progress of an upload, or else the same line as below every field that saves itself. */
function PictureLine({ state, hint }: { state: PictureState; hint: ReactNode }) {
  const t = useTranslations("account");
  const { sayError } = useProblemWords();
  if (state.kind === "sending") {
    const percent = Math.round((state.progress ?? 0) * 100);
    const words = state.progress === null ? t("picturePreparing") : t("pictureProgress", { percent });
    return (
      <div className="mt-2 flex h-5 items-center gap-3">
        <progress
          value={percent}
          max={100}
          aria-label={words}
          className="h-1 w-32 appearance-none overflow-hidden rounded-full bg-press [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-accent"
        />
        <span aria-hidden className="text-sm text-text-3">
          {words}
        </span>
      </div>
    );
  }
  return (
    <p className="mt-2 min-h-5 text-sm text-text-3">
      <SavedWords saving={asSaving(state, sayError)} hint={hint} />
    </p>
  );
}

function asSaving(state: PictureState, sayError: (error: unknown) => string): FieldSaveState {
  if (state.kind === "failed") return { kind: "failed", text: sayError(state.error) };
  return { kind: state.kind === "saved" ? "saved" : "resting" };
}

/** Whether the user has chosen a picture; an SVG is a default picture that the service has drawn. */
function isPhoto(image: string | null): boolean {
  return image !== null && !image.startsWith("data:image/svg+xml");
}

function useDrop(onFile: (file: File) => void) {
  const [over, setOver] = useState(false);
  return {
    over,
    target: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ relatedTarget, currentTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        onFile(file);
      },
    },
  };
}

"use client";

import { ImagePlus, Trash2 } from "lucide-react";
import Image from "next/image";
import { useRef } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { attachmentUrl } from "#lib/client/open-trip/attachment-upload.ts";
import { UploadRow } from "../_base/files/file-row.tsx";
import { NeedsNetwork } from "../_base/needs-network.tsx";
import { useOwnPictures } from "./use-own-pictures.ts";

const ACCEPT = "image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp";

type OwnPicturesProps = { chosenId: string | null; onChoose: (id: string) => void };

/** The pictures that were added to the trip itself, with a button to add another one. */
export function OwnPictures({ chosenId, onChoose }: OwnPicturesProps) {
  const t = useTranslations("covers.dialog");
  const input = useRef<HTMLInputElement>(null);
  const { tripId, pictures, uploads, add, remove } = useOwnPictures(onChoose);
  return (
    <div className="grid gap-2">
      {pictures.length > 0 ? (
        <ul className="flex flex-wrap gap-x-4 gap-y-2">
          {pictures.map(({ id }, index) => (
            <li key={id} className="flex items-center gap-1">
              <button
                type="button"
                aria-label={t("own", { index: index + 1 })}
                aria-pressed={id === chosenId}
                onClick={() => onChoose(id)}
                className="relative block h-16 w-24 overflow-hidden rounded-sm bg-sunken outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-accent"
              >
                <Image src={attachmentUrl(tripId, id)} alt="" fill unoptimized className="object-cover" />
              </button>
              <IconButton
                label={t("remove", { index: index + 1 })}
                icon={Trash2}
                size="sm"
                onClick={() => remove(id)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {uploads.length > 0 ? (
        <ul>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      ) : null}
      <NeedsNetwork what="files" />
      <div>
        <Button size="sm" icon={ImagePlus} onClick={() => input.current?.click()}>
          {t(pictures.length > 0 ? "uploadOther" : "upload")}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        aria-label={t("upload")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Resets the input, so that the same file can be chosen again.
          event.target.value = "";
          if (file) void add(file);
        }}
      />
    </div>
  );
}

"use client";

import { FileText, Image as ImageIcon, RotateCw, Trash2, X } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { attachmentUrl } from "#lib/client/open-trip/attachment-upload.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { shortName, usePeople } from "../people.tsx";
import { formatBytes, isPicture } from "./file-facts.ts";
import type { Upload } from "./uploads.ts";

const row =
  "group/file relative -mx-1.5 grid min-h-11 grid-cols-[36px_minmax(0,1fr)_auto] items-center gap-2.5 rounded-sm px-1.5 py-1";
const tile = "grid size-9 place-items-center overflow-hidden rounded-xs bg-sunken text-text-3";

type FileRowProps = { file: AttachmentDto; tripId: string; onRemove: (() => void) | null };

/** A file that opens in a new tab. */
export function FileRow({ file, tripId, onRemove }: FileRowProps) {
  const t = useTranslations("trip-bookings");
  const { locale } = useFormats();
  const { byMember } = usePeople();
  const who = file.memberId === null ? undefined : byMember.get(file.memberId);
  const facts = [formatBytes(file.size, intlLocales[locale]), who ? shortName(who.name) : ""];
  const href = attachmentUrl(tripId, file.id);
  return (
    <li className={`${row} hover:bg-hover has-[a:focus-visible]:shadow-(--ring)`}>
      <Preview file={file} href={href} />
      <span className="min-w-0">
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          title={file.name}
          className="block truncate text-sm font-medium outline-none after:absolute after:inset-0 focus-visible:shadow-none phone:text-md"
        >
          {file.name}
        </a>
        <span className="block truncate text-xs text-text-3">{facts.filter(Boolean).join(" · ")}</span>
      </span>
      {onRemove ? (
        <IconButton
          label={t("files.remove", { name: file.name })}
          icon={Trash2}
          size="sm"
          onClick={onRemove}
          className="relative md:opacity-0 md:group-focus-within/file:opacity-100 md:group-hover/file:opacity-100"
        />
      ) : null}
    </li>
  );
}

/** The picture of a file above an icon, which remains visible if the picture cannot be loaded. */
function Preview({ file, href }: { file: AttachmentDto; href: string }) {
  return (
    <span className={`relative ${tile}`}>
      <Icon of={isPicture(file) ? ImageIcon : FileText} size={20} />
      {isPicture(file) ? (
        <span
          style={{ backgroundImage: `url(${JSON.stringify(href)})` }}
          className="absolute inset-0 bg-cover bg-center"
        />
      ) : null}
    </span>
  );
}

/** Shows the progress of an upload, or why it failed. */
export function UploadRow({ upload }: { upload: Upload }) {
  const t = useTranslations("trip-bookings");
  const { name, progress, problem, retry, cancel } = upload;
  const percent = Math.round(progress * 100);
  return (
    <li className={row}>
      <span className={tile}>
        <Icon of={FileText} size={20} />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium text-text-2 phone:text-md">{name}</span>
        {problem === null ? (
          <span className="mt-0.5 flex h-4 items-center gap-2">
            <progress
              value={percent}
              max={100}
              aria-label={t("files.sending", { name })}
              className="h-1 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-press [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-press [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]"
            />
            <span className="w-9 text-right text-xs text-text-3 tabular-nums">
              {t("files.percent", { percent })}
            </span>
          </span>
        ) : (
          <span role="alert" className="block text-xs text-danger">
            {t(`files.problem.${problem}`)}
          </span>
        )}
      </span>
      <span className="flex">
        {retry ? (
          <IconButton label={t("files.retry", { name })} icon={RotateCw} size="sm" onClick={retry} />
        ) : null}
        <IconButton
          label={t(problem === null ? "files.cancel" : "files.dismiss", { name })}
          icon={X}
          size="sm"
          onClick={cancel}
        />
      </span>
    </li>
  );
}

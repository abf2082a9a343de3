"use client";

import { FileText, X } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useImportProblem } from "#app/trips/_transfer/use-import-problem.ts";
import type { FileProblem } from "#lib/client/trips/import-file.ts";
import {
  countToAdd,
  isWorthRetrying,
  type PlaceFile,
  type PlacesImport,
} from "#lib/client/trips/places-import.ts";
import { ListChoice } from "./list-choice.tsx";
import { LeftOutPlaces, PlacesPreview } from "./places-preview.tsx";

type FileSectionProps = {
  file: PlaceFile;
  places: PlacesImport;
  /** Whether other files are listed, too. */
  isOneOfMany: boolean;
};

/** One file of an import: its name, the choice of its lists, and the result for its places. */
export function FileSection({ file, places, isOneOfMany }: FileSectionProps) {
  const { id, step, preview, lists } = file;
  const isRenewed = step.kind === "waiting" || step.kind === "reading";
  const isOver = step.kind === "adding" || step.kind === "added";
  const hasChoice = preview !== null && preview.collections.length > 1;
  return (
    <section
      aria-label={file.file.name}
      aria-busy={isRenewed || undefined}
      className={isOneOfMany ? "border-t border-line py-2 first:border-0" : ""}
    >
      {isOneOfMany ? <FileHead file={file} places={places} /> : null}
      <FileTrouble file={file} places={places} />
      {hasChoice && step.kind !== "added" ? (
        <ListChoice
          lists={preview.collections}
          chosen={lists}
          disabled={isOver}
          onChange={(chosen) => places.setLists(id, chosen)}
        />
      ) : null}
      {preview && !isOver && step.kind !== "same" && lists?.length !== 0 ? (
        <div className={isRenewed ? "opacity-60" : ""}>
          <PlacesPreview file={file} isShort={isOneOfMany} />
        </div>
      ) : null}
      {step.kind === "added" ? <LeftOutPlaces file={file} isShort={isOneOfMany} /> : null}
    </section>
  );
}

function FileHead({ file, places }: { file: PlaceFile; places: PlacesImport }) {
  const t = useTranslations("trip-files");
  const { name } = file.file;
  const { kind } = file.step;
  return (
    <div className="flex min-h-10 items-center gap-2.5">
      <Icon of={FileText} className="text-text-3" />
      <h3 className="min-w-0 flex-1 truncate font-semibold" title={name}>
        {name}
      </h3>
      <FileState file={file} />
      {kind === "adding" || kind === "added" ? null : (
        <IconButton
          size="sm"
          icon={X}
          label={t("leaveOut", { name })}
          className="-mr-1.5"
          onClick={() => places.leaveOut(file.id)}
        />
      )}
    </div>
  );
}

function FileState({ file }: { file: PlaceFile }) {
  const t = useTranslations("trip-files");
  const { step } = file;
  const isUnderway = step.kind === "reading" || step.kind === "adding";
  const words = {
    waiting: () => t("fileWaiting"),
    reading: () => t("fileReading"),
    refused: () => t("fileRefused"),
    same: () => t("fileLeft"),
    found: () => t("filePlaces", { count: countToAdd(file) }),
    adding: () => t("fileAdding"),
    added: () => t("fileAdded", { count: step.kind === "added" ? step.result.added : 0 }),
  };
  return (
    <span className="flex shrink-0 items-center gap-2 text-sm text-text-3">
      {isUnderway ? <Spinner /> : null}
      {words[step.kind]()}
    </span>
  );
}

/** Says why a file is not added, or why less of it is added than the preview showed. */
function FileTrouble({ file, places }: { file: PlaceFile; places: PlacesImport }) {
  const t = useTranslations("trip-files");
  const say = useImportProblem("places");
  const { id, step } = file;
  const problem = problemOf(file);
  if (problem) {
    const again = step.kind === "refused" && isWorthRetrying(problem);
    return (
      <InlineAlert
        tone="danger"
        live
        className="mb-2"
        action={again ? <TextButton onClick={() => places.retry(id)}>{t("again")}</TextButton> : undefined}
      >
        {say(problem)}
      </InlineAlert>
    );
  }
  if (step.kind === "same")
    return (
      <InlineAlert tone="info" className="mb-2">
        {t("sameFile", { name: step.as })}
      </InlineAlert>
    );
  const missing = step.kind === "added" ? countToAdd(file) - step.result.added : 0;
  return missing > 0 ? (
    <InlineAlert tone="info" className="mb-2">
      {t("addedLess", { count: missing })}
    </InlineAlert>
  ) : null;
}

function problemOf({ step }: PlaceFile): FileProblem | null {
  return step.kind === "refused" || step.kind === "found" ? step.problem : null;
}

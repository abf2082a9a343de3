"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Segmented } from "#app/_ui/segmented.tsx";
import { FileDrop } from "#app/trips/_transfer/file-drop.tsx";
import { UploadProgress } from "#app/trips/_transfer/sending-line.tsx";
import { countToAdd, type PlaceFile, type PlacesImport } from "#lib/client/trips/places-import.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useView } from "../_base/view.tsx";
import { FileSection } from "./file-section.tsx";
import { usePlacesImport } from "./use-places-import.ts";

const ACCEPT =
  ".gpx,.kml,.kmz,.csv,.tsv,.json,.geojson,.zip,application/gpx+xml,application/json,application/geo+json,application/zip,text/csv";

/** The dialog that imports places from files: they are chosen, previewed and added, and one undo removes them. */
export default function ImportDialog() {
  const t = useTranslations("trip-files");
  const view = useView();
  const close = () => view.set({ dialog: null });
  const { places, files, isAdding, add } = usePlacesImport(close);
  const alone = files.length === 1 ? files[0] : undefined;
  const isUnderway = alone && isBeingSent(alone);
  const isOpen = files.some(({ preview, step }) => preview !== null || isMoving(step.kind));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t("importTitle")}
      description={files.length === 0 || !isOpen ? t("importText") : undefined}
      closeLabel={t("close")}
      footer={
        isOpen && !isUnderway ? (
          <Footer places={places} files={files} isAdding={isAdding} onAdd={() => void add()} onDone={close} />
        ) : undefined
      }
    >
      {isUnderway ? (
        <UploadProgress
          label={t(alone.step.kind === "adding" ? "importing" : "reading", { name: alone.file.name })}
          share={"share" in alone.step ? alone.step.share : 0}
          onCancel={() => (alone.preview ? places.stop() : places.choose([]))}
        />
      ) : (
        <>
          {isOpen ? (
            <Head places={places} files={files} isAdding={isAdding} />
          ) : (
            <FileDrop
              label={t("chooseMany")}
              hint={
                <>
                  <span className="touch:hidden">{t("dropMany")}</span>
                  {t("atMostEach")}
                </>
              }
              accept={ACCEPT}
              multiple
              onFiles={(chosen) => places.choose(chosen)}
            />
          )}
          <div className={isOpen ? "" : "mt-4"}>
            {files.map((file) => (
              <FileSection key={file.id} file={file} places={places} isOneOfMany={files.length > 1} />
            ))}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Whether a single file is being processed, so that nothing of it can be shown yet, or chosen any more. */
function isBeingSent({ step, preview }: PlaceFile): boolean {
  return step.kind === "adding" || (preview === null && isMoving(step.kind));
}

function isMoving(kind: PlaceFile["step"]["kind"]): boolean {
  return kind === "waiting" || kind === "reading" || kind === "adding";
}

type PartProps = { places: PlacesImport; files: readonly PlaceFile[]; isAdding: boolean };

function useToAdd(files: readonly PlaceFile[]): number {
  return files.filter(({ step }) => step.kind !== "added").reduce((sum, file) => sum + countToAdd(file), 0);
}

/** Shows how many places all files would add, and where. */
function Head({ places, files, isAdding }: PartProps) {
  const t = useTranslations("trip-files");
  const dates = useTrip(({ days }) => days.map(({ date }) => date).join(" "));
  const count = useToAdd(files);
  const isReading = files.some(({ step }) => step.kind === "waiting" || step.kind === "reading");
  const added = files.flatMap(({ preview }) => preview?.added ?? []);
  const hasDays = added.some(({ date }) => date !== null && dates.includes(date));
  const isOver = count === 0 && files.some(({ step }) => step.kind === "added");
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 pb-2">
      <h3 className="font-semibold" aria-live="polite">
        {isReading && count === 0
          ? t("readingFiles", { count: files.length })
          : isOver
            ? t("summary")
            : t("willAdd", { count })}
      </h3>
      {hasDays && !isOver ? (
        <Segmented
          label={t("into")}
          size="sm"
          className="ml-auto"
          value={places.into}
          onChange={(into) => places.setInto(into)}
          disabled={isAdding}
          options={[
            { value: "days", label: t("intoDays") },
            { value: "ideas", label: t("intoIdeas") },
          ]}
        />
      ) : null}
    </div>
  );
}

function Footer({
  places,
  files,
  isAdding,
  onAdd,
  onDone,
}: PartProps & { onAdd: () => void; onDone: () => void }) {
  const t = useTranslations("trip-files");
  const count = useToAdd(files);
  const isReading = files.some(({ step }) => step.kind === "waiting" || step.kind === "reading");
  const isAdded = files.some(({ step }) => step.kind === "added");
  return (
    <>
      <Button
        tone="plain"
        className="mr-auto -ml-3"
        onClick={() => (isAdding ? places.stop() : places.choose([]))}
      >
        {t(isAdding ? "cancel" : "otherFiles")}
      </Button>
      {isAdded && !isAdding ? <Button onClick={onDone}>{t("done")}</Button> : null}
      {count > 0 || isReading ? (
        <Button tone="primary" busy={isReading || isAdding} onClick={onAdd}>
          {t("add", { count })}
        </Button>
      ) : null}
    </>
  );
}

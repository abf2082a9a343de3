"use client";

import { type ReactNode, useId } from "react";
import { CaptionedCover } from "#app/_cover/captioned-cover.tsx";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Select } from "#app/_ui/select.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { MapSources } from "#lib/shared/map-sources.ts";
import { useView } from "../_base/view.tsx";
import { OwnPictures } from "./own-pictures.tsx";
import { type CoverKind, useCoverChoice } from "./use-cover-choice.ts";

/**
 * The dialog for the trip's cover, which the trip list and the invites show. A choice is saved at once and can be
 * undone.
 */
export default function CoverDialog({ mapSources }: { mapSources: MapSources }) {
  const t = useTranslations("covers.dialog");
  const view = useView();
  const choice = useCoverChoice();
  const shown = useTrip(({ id, title, updatedAt, cover, destination }) => ({
    tripId: id,
    title,
    version: JSON.stringify([updatedAt, cover, destination]),
  }));
  const close = () => view.set({ dialog: null });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t("title")}
      description={t("description")}
      closeLabel={t("close")}
      width="sm"
      footer={
        <Button tone="primary" onClick={close}>
          {t("done")}
        </Button>
      }
    >
      <CaptionedCover of={shown} title={shown.title} mapSources={mapSources} className="h-40 w-full" />
      <Choices choice={choice} />
    </Dialog>
  );
}

function Choices({ choice }: { choice: ReturnType<typeof useCoverChoice> }) {
  const t = useTranslations("covers.dialog");
  const name = useId();
  const row = (kind: CoverKind) => ({
    name,
    isChosen: choice.kind === kind,
    onChoose: () => choice.choose(kind),
    label: t(kind),
    hint: t(`${kind}Hint`),
  });
  return (
    <fieldset className="mt-3 divide-y divide-line border-y border-line">
      <legend className="sr-only">{t("choose")}</legend>
      <Choice {...row("automatic")} />
      <Choice {...row("map")} />
      {choice.stops.length > 0 ? (
        <Choice {...row("stop")}>
          <Select
            label={t("whichStop")}
            hideLabel
            value={choice.stopId ?? ""}
            onChange={(event) => choice.chooseStop(event.target.value)}
            options={choice.stops.map(({ id, name: label }) => ({ value: id, label }))}
          />
        </Choice>
      ) : null}
      <Choice {...row("file")}>
        <OwnPictures chosenId={choice.fileId} onChoose={choice.chooseFile} />
      </Choice>
    </fieldset>
  );
}

type ChoiceProps = {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  label: string;
  hint: string;
  /** Further controls that are shown when the option is chosen. */
  children?: ReactNode;
};

function Choice({ name, isChosen, onChoose, label, hint, children }: ChoiceProps) {
  return (
    <div className="py-2.5">
      <label className="flex min-h-6 cursor-pointer items-start gap-3 touch:min-h-11 touch:items-center">
        <input
          type="radio"
          name={name}
          checked={isChosen}
          onChange={onChoose}
          className="mt-0.5 size-4 shrink-0 accent-accent touch:mt-0 touch:size-5"
        />
        <span className="font-medium">
          {label}
          <span className="block text-sm font-normal text-text-3">{hint}</span>
        </span>
      </label>
      {isChosen && children ? <div className="pt-2 pl-7 touch:pl-8">{children}</div> : null}
    </div>
  );
}

"use client";

import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { StartDecisionButton } from "../_decisions/decision-prop.tsx";
import { FilesSection } from "../_files/files-section.tsx";
import { useMay } from "../_base/may.tsx";
import { OwnSuggestion } from "../_suggestions/own-suggestion.tsx";
import { StreetPhotos } from "../_street/street-photos.tsx";
import { useSuggestedMark } from "../_base/suggestions/use-suggested.ts";
import ConflictLines from "../_base/fields/conflict-lines.tsx";
import { DeleteStop } from "../_details/delete-stop.tsx";
import { NotesField } from "../_base/fields/notes-field.tsx";
import { StopRows } from "./stop-rows.tsx";
import { StopTitle } from "../_details/stop-title.tsx";
import { Thread } from "../_discussion/thread.tsx";
import { useStopField } from "../_base/fields/use-stop-field.ts";

const PlacePicture = lazyComponent(() => import("../_about/place-picture.tsx"));
const OpenLine = lazyComponent(() => import("../_about/open-line.tsx"));
const PlaceFacts = lazyComponent(() => import("../_about/place-facts.tsx"));

/** Shows everything about one stop; each field is edited in place and saves itself. */
export function StopDetails({ stop }: { stop: StopDto }) {
  const { edit, change } = useMay();
  const mark = useSuggestedMark(stop.id);
  const readOnly = !change || mark?.isRemoved === true;
  const notes = useStopField(stop, "notes");
  return (
    <div className="pb-4">
      <PlacePicture stop={stop} />
      <StopTitle stop={stop} />
      <OpenLine stop={stop} />
      <ConflictLines entityId={stop.id} className="mx-4" />
      {mark ? <OwnSuggestion of={stop.id} mark={mark} /> : null}
      <div className="px-2 pt-1.5">
        <StopRows stop={stop} readOnly={readOnly} isNew={mark?.isNew === true} />
      </div>
      <NotesField of={stop.id} notes={stop.notes} field={notes} readOnly={readOnly} />
      <PlaceFacts stop={stop} />
      <StreetPhotos point={stop.place} />
      <FilesSection target={{ kind: "stop", id: stop.id }} readOnly={!edit} />
      {mark?.isNew ? null : (
        <Thread target={{ kind: "stop", id: stop.id }} commentCount={stop.commentCount} />
      )}
      {readOnly ? null : (
        <div className="flex flex-wrap gap-1 px-1.5 pt-4">
          {edit ? <StartDecisionButton stop={stop} /> : null}
          <DeleteStop stop={stop} />
        </div>
      )}
    </div>
  );
}

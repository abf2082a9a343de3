"use client";

import { lazyPart } from "#app/_ui/lazy-part.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { AskGroup, DecisionProp } from "../_decisions/decision-prop.tsx";
import { FilesSection } from "../_files/files-section.tsx";
import { ExpenseProp } from "../_money/_form/expense-prop.tsx";
import { useMay } from "../_shell/may.tsx";
import { OwnSuggestion } from "../_suggestions/own-suggestion.tsx";
import { StreetPhotos } from "../_street/street-photos.tsx";
import { useSuggestedMark } from "../_suggestions/use-suggested.ts";
import ConflictLines from "./conflict-lines.tsx";
import { CategoryProp, DayProp } from "./choice-props.tsx";
import { CostProp } from "./cost-prop.tsx";
import { DeleteStop } from "./delete-stop.tsx";
import { NotesField } from "./notes-field.tsx";
import { HoursProp } from "./hours-prop.tsx";
import { LinkProp, PlaceProp } from "./place-props.tsx";
import { StopBookings } from "./stop-bookings.tsx";
import { StopTitle } from "./stop-title.tsx";
import { Thread } from "./thread.tsx";
import { TimeProp } from "./time-prop.tsx";
import { useStopField } from "./use-stop-field.ts";
import { VotesProp } from "./votes-prop.tsx";
import { WhoProp } from "./who-prop.tsx";

const PlacePicture = lazyPart(() => import("../_about/place-picture.tsx"));
const PlaceFacts = lazyPart(() => import("../_about/place-facts.tsx"));

/** Everything about one stop; each field edits in place and saves itself. */
export function StopDetails({ stop }: { stop: StopDto }) {
  const { edit, change } = useMay();
  const mark = useSuggestedMark(stop.id);
  const readOnly = !change || mark?.isRemoved === true;
  const [cost, who] = [useStopField(stop, "cost"), useStopField(stop, "participants")];
  const [url, notes] = [useStopField(stop, "url"), useStopField(stop, "notes")];
  return (
    <div className="pb-4">
      <PlacePicture stop={stop} />
      <StopTitle stop={stop} />
      <ConflictLines entityId={stop.id} className="mx-4" />
      {mark ? <OwnSuggestion of={stop.id} mark={mark} /> : null}
      <div className="px-2 pt-1.5">
        <DayProp stop={stop} readOnly={readOnly} />
        <TimeProp stop={stop} readOnly={readOnly} />
        <CategoryProp stop={stop} readOnly={readOnly} />
        <PlaceProp stop={stop} readOnly={readOnly} />
        <HoursProp stop={stop} readOnly={readOnly} />
        <CostProp of={stop.id} cost={stop.cost} field={cost} readOnly={readOnly} />
        {mark?.isNew ? null : <ExpenseProp of={{ stopId: stop.id }} />}
        <WhoProp participants={stop.participants} field={who} readOnly={readOnly} />
        <LinkProp of={stop.id} url={stop.url} field={url} readOnly={readOnly} />
        <StopBookings stopId={stop.id} />
        {mark?.isNew ? null : <VotesProp stop={stop} />}
        <DecisionProp stop={stop} />
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
          {edit ? <AskGroup stop={stop} /> : null}
          <DeleteStop stop={stop} />
        </div>
      )}
    </div>
  );
}

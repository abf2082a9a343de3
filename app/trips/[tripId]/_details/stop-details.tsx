"use client";

import type { StopDto } from "#lib/shared/stops.ts";
import { useMay } from "../_shell/may.tsx";
import ConflictLines from "./conflict-lines.tsx";
import { CategoryProp, DayProp } from "./choice-props.tsx";
import { CostProp } from "./cost-prop.tsx";
import { DeleteStop } from "./delete-stop.tsx";
import { NotesField } from "./notes-field.tsx";
import { LinkProp, PlaceProp } from "./place-props.tsx";
import { StopTitle } from "./stop-title.tsx";
import { Thread } from "./thread.tsx";
import { TimeProp } from "./time-prop.tsx";
import { VotesProp } from "./votes-prop.tsx";
import { WhoProp } from "./who-prop.tsx";

/** Everything about one stop; each field edits in place and saves itself. */
export function StopDetails({ stop }: { stop: StopDto }) {
  const { edit } = useMay();
  return (
    <div className="pb-4">
      <StopTitle stop={stop} />
      <ConflictLines entityId={stop.id} className="mx-4" />
      <div className="px-2 pt-1.5">
        <DayProp stop={stop} readOnly={!edit} />
        <TimeProp stop={stop} readOnly={!edit} />
        <CategoryProp stop={stop} readOnly={!edit} />
        <PlaceProp stop={stop} readOnly={!edit} />
        <CostProp stop={stop} readOnly={!edit} />
        <WhoProp stop={stop} readOnly={!edit} />
        <LinkProp stop={stop} readOnly={!edit} />
        <VotesProp stop={stop} />
      </div>
      <NotesField stop={stop} readOnly={!edit} />
      <Thread stop={stop} />
      {edit ? <DeleteStop stop={stop} /> : null}
    </div>
  );
}

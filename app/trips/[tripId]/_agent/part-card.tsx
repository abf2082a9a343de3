"use client";

import type { AgentPart } from "#lib/shared/agent.ts";
import { ChangesCard } from "./changes-card.tsx";
import { DatesCard } from "./dates-card.tsx";
import { ExpenseCard } from "./expense-card.tsx";
import { PhotosCard } from "./photos-card.tsx";
import { PlacesCard } from "./places-card.tsx";
import { ProposalCard } from "./proposal-card.tsx";

type CardPart = Exclude<AgentPart, { type: "text" | "step" }>;

/** Shows a result of the agent as a card: places, photos, changes, or a proposal. */
export function PartCard({ part }: { part: CardPart }) {
  switch (part.type) {
    case "places":
      return <PlacesCard places={part.places} />;
    case "grounding":
      return <PhotosCard part={part} />;
    case "changes":
      return <ChangesCard part={part} />;
    case "proposal":
      return <ProposalCard suggestionId={part.suggestionId} />;
    case "expense":
      return <ExpenseCard expense={part.expense} />;
    case "dates":
      return <DatesCard part={part} />;
    default:
      // A newer service may send kinds of parts that this page does not know. They are not shown.
      return null;
  }
}

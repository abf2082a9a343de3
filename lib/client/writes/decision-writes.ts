import type { DecisionDto, DecisionPatch, NewDecision } from "#lib/shared/decisions.ts";
import { keysAfter } from "#lib/shared/order.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { presentMembers, tallyVotes } from "#lib/shared/tally.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { call } from "../base/api.ts";
import type { Change } from "./changes.ts";
import { decisionsApi } from "../base/operations.ts";
import type { EditOptions, PredictionContext, Write } from "./write.ts";

export function addDecisionWrite(tripId: string, input: NewDecision & { id: string }): Write<DecisionDto> {
  return {
    label: { action: "addDecision", entityId: input.id },
    send: (options) => call(decisionsApi.create, { params: { tripId }, body: input }, options),
    predict: (scene) =>
      findDecision(scene.trip, input.id)
        ? []
        : [{ op: "decision.created", entity: newDecision(input, scene) }],
    // When somebody has deleted the row since its create, a repeat of the create answers with the deleted row.
    confirm: (row) => (row.deletedAt === null ? [{ op: "decision.created", entity: row }] : []),
    settledBy: "decision.created",
  };
}

export function updateDecisionWrite(
  tripId: string,
  decisionId: string,
  patch: DecisionPatch,
  { baseSeq, force = false }: EditOptions,
): Write<DecisionDto> {
  const fields = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return {
    label: { action: "updateDecision", entityId: decisionId },
    send: (options) => call(decisionsApi.update, { params: { tripId, decisionId }, body: patch }, options),
    predict: ({ trip }) => changed(trip, decisionId, "decision.updated", fields),
    confirm: (row) => [{ op: "decision.updated", entity: row }],
    edit: {
      fields: Object.keys(fields),
      patch: fields,
      baseSeq,
      force,
      current: (trip) => findDecision(trip, decisionId) ?? null,
    },
  };
}

/**
 * Without `winnerId` the single leader of the votes wins. The service refuses the write when there is no single leader.
 */
export function closeDecisionWrite(
  tripId: string,
  decisionId: string,
  winnerId: string | undefined,
): Write<DecisionDto> {
  const body = winnerId === undefined ? {} : { winnerId };
  return {
    label: { action: "closeDecision", entityId: decisionId },
    send: (options) => call(decisionsApi.close, { params: { tripId, decisionId }, body }, options),
    predict: (scene) => closed(scene, decisionId, winnerId),
  };
}

export function reopenDecisionWrite(tripId: string, decisionId: string): Write<DecisionDto> {
  const open = { status: "open", winnerId: null, closedAt: null } as const;
  return {
    label: { action: "reopenDecision", entityId: decisionId },
    send: (options) => call(decisionsApi.reopen, { params: { tripId, decisionId } }, options),
    predict: ({ trip }) => changed(trip, decisionId, "decision.reopened", open),
    confirm: (row) => [{ op: "decision.reopened", entity: row }],
  };
}

export function deleteDecisionWrite(tripId: string, decisionId: string): Write<undefined> {
  return {
    label: { action: "deleteDecision", entityId: decisionId },
    send: (options) => call(decisionsApi.delete, { params: { tripId, decisionId } }, options),
    predict: () => [{ op: "decision.deleted", entity: { id: decisionId } }],
    settledBy: "decision.deleted",
  };
}

function findDecision(trip: TripDto, decisionId: string): DecisionDto | undefined {
  return trip.decisions.find(({ id }) => id === decisionId);
}

function changed(
  trip: TripDto,
  decisionId: string,
  op: "decision.updated" | "decision.reopened",
  fields: Partial<DecisionDto>,
): Change[] {
  const decision = findDecision(trip, decisionId);
  return decision ? [{ op, entity: { ...decision, ...fields } }] : [];
}

/** Predicts what the service will do: the winner moves to the decision's day, the other candidates to Ideas. */
function closed({ trip, now }: PredictionContext, decisionId: string, chosen: string | undefined): Change[] {
  const decision = findDecision(trip, decisionId);
  if (!decision) return [];
  const stops = decision.candidates.flatMap((id) => trip.stops.find((stop) => stop.id === id) ?? []);
  const { leaders } = tallyVotes(stops, presentMembers(trip.members));
  const winnerId = chosen ?? (leaders.length === 1 ? leaders[0] : undefined);
  const winner = stops.find(({ id }) => id === winnerId);
  if (!winner) return [];
  const target = trip.days.find(({ id }) => id === decision.dayId)?.id ?? null;
  const winning = target === null || winner.dayId === target ? [] : [winner];
  const losing = stops.filter(({ id, dayId }) => id !== winner.id && dayId !== null);
  const done = { status: "closed", winnerId: winner.id, closedAt: now } as const;
  return [
    ...movedToEnd(trip, winning, target),
    ...movedToEnd(trip, losing, null),
    { op: "decision.closed", entity: { ...decision, ...done } },
  ];
}

function movedToEnd(trip: TripDto, stops: StopDto[], dayId: string | null): Change[] {
  const last = trip.stops.findLast((stop) => stop.dayId === dayId)?.position ?? null;
  const keys = keysAfter(last, stops.length);
  return stops.map((stop, index) => ({
    op: "stop.moved",
    entity: {
      ...stop,
      dayId,
      position: keys?.[index] ?? `${last}${"V".repeat(index + 1)}`,
      formerDate: null,
    },
  }));
}

function newDecision(
  { id, title, ...input }: NewDecision & { id: string },
  { now }: PredictionContext,
): DecisionDto {
  const { notes = null, candidates = [], deadline = null, dayId = null } = input;
  const asked = { id, title, notes, candidates, deadline, dayId, status: "open" as const };
  const row = { deletedAt: null, version: 1, createdAt: now, updatedAt: now };
  return { ...asked, winnerId: null, closedAt: null, ...row };
}

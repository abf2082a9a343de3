import { v7 as uuidv7 } from "uuid";
import { LIST_RESOURCES, type ListKind, type ListName } from "#lib/shared/resources/list-resources.ts";
import { call } from "#lib/client/base/api.ts";
import type { CallInput } from "#lib/shared/api/endpoint.ts";
import { listsApi } from "#lib/shared/api/lists.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { as } from "#tests/factories/trips.ts";
import { LIST_SAMPLES, newListRow } from "#tests/factories/list-rows.ts";
import type { SendInput } from "./handlers.ts";

type MakeInput = (fixture: TripFixture) => SendInput | Promise<SendInput>;

/** The parameters of the paths to one row of any list resource. */
type RowParams = CallInput<(typeof listsApi)[ListName]["delete"]>["params"];

function inputsOf(kind: ListKind): [string, MakeInput][] {
  const { list } = LIST_RESOURCES[kind];
  const { create, update } = LIST_SAMPLES[kind];
  async function onNewRow({ owner, tripId }: TripFixture, body?: object): Promise<SendInput> {
    const { id } = await newListRow(kind, owner, tripId);
    return { params: { tripId, [`${kind}Id`]: id }, body };
  }
  return [
    [`${list}.list`, ({ tripId }) => ({ params: { tripId } })],
    [`${list}.create`, ({ tripId }) => ({ params: { tripId }, body: { id: uuidv7(), ...create } })],
    [`${list}.update`, (fixture) => onNewRow(fixture, update)],
    [`${list}.move`, (fixture) => onNewRow(fixture, { afterId: null })],
    [`${list}.delete`, (fixture) => onNewRow(fixture)],
    [
      `${list}.restore`,
      async (fixture) => {
        const { id } = await newListRow(kind, fixture.owner, fixture.tripId);
        // The cast is safe because the path of each list has the parameters `tripId` and the kind with `Id`.
        const params = { tripId: fixture.tripId, [`${kind}Id`]: id } as RowParams;
        await call(listsApi[list].delete, { params }, as(fixture.owner));
        return { params };
      },
    ],
  ];
}

/** What each endpoint of each list resource needs for a call that succeeds. */
export const LIST_INPUTS: Readonly<Record<string, MakeInput>> = Object.fromEntries(
  Object.values(LIST_RESOURCES).flatMap(({ kind }) => inputsOf(kind)),
);

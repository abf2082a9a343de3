import { expect } from "vitest";
import type * as z from "zod";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { AccountExport } from "#lib/shared/account.ts";
import { accountApi } from "#lib/shared/api/account.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import type { Person } from "#tests/factories/people.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "./handlers.ts";

/** Sends a request that deletes an account, without a password. */
export function removeAccount({ token }: Pick<Person, "token">, body: object = {}): Promise<RawAnswer> {
  return send(accountApi.delete, { token, body });
}

/**
 * Deletes an account and waits until the deferred work is done, which removes the user from every trip that they can
 * leave.
 */
export async function deleteAccountAndWait(person: Person): Promise<void> {
  expect((await removeAccount(person)).status).toBe(204);
  await awaitDeferredWork();
}

type Export = z.infer<typeof AccountExport>;

/** Returns the user's data export, as users download it. */
export async function exportOf(person: Person): Promise<{ data: Export; text: string }> {
  const sent = await send(accountApi.export, { token: person.token });
  expect(sent.status, sent.text).toBe(200);
  return { data: AccountExport.parse(sent.body), text: sent.text };
}

export async function memberIn(
  reader: Person,
  tripId: string,
  { userId }: Person,
): Promise<MemberDto | undefined> {
  return (await readTrip(reader, tripId)).members.find((member) => member.userId === userId);
}

export function acceptInvite(person: Person, token: string): Promise<RawAnswer> {
  return send(invitesApi.accept, { params: { token }, token: person.token });
}

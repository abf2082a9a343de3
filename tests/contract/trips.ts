import { textAt, type Answer, type HttpClient } from "./http-client.ts";
import { expectOk } from "./people.ts";

export async function newTrip(client: HttpClient, body: object = {}): Promise<Answer> {
  return expectOk(await client.post("/api/trips", { title: "Kyoto in autumn", ...body }));
}

/** Creates a trip of the owner, which the other person joins by an invite. */
export async function newSharedTrip(owner: HttpClient, other: HttpClient, role = "editor"): Promise<string> {
  const tripId = textAt(await newTrip(owner), "id");
  const invite = expectOk(await owner.post(`/api/trips/${tripId}/invites`, { role }));
  expectOk(await other.post(`/api/invites/${textAt(invite, "token")}/accept`, {}));
  return tripId;
}

export async function ticketFor(
  client: HttpClient,
  tripId: string,
): Promise<{ url: string; ticket: string }> {
  const answer = expectOk(await client.post(`/api/trips/${tripId}/realtime/ticket`));
  return { url: textAt(answer, "url"), ticket: textAt(answer, "ticket") };
}

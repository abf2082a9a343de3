import { afterEach, expect, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { newPerson } from "#tests/factories/people.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";

afterEach(() => vi.restoreAllMocks());

/**
 * Clients drop a write after five failures of the service itself, but a write that fails because no database can be
 * reached must wait.
 */
test.each([
  ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432"],
  ["EAI_AGAIN", "getaddrinfo EAI_AGAIN database.example"],
  ["ENOTFOUND", "getaddrinfo ENOTFOUND database.example"],
  ["EHOSTUNREACH", "connect EHOSTUNREACH 10.0.0.7:5432"],
  ["ENETUNREACH", "connect ENETUNREACH 10.0.0.7:5432"],
])(
  "a database that is not reached (%s) is away, and the same request may be sent again",
  async (code, words) => {
    const { token } = await newPerson();
    const lost = Object.assign(new Error(words), { code });
    vi.spyOn(freshDatabase().pool, "connect").mockImplementation(() => {
      throw lost;
    });
    const sent = await send(tripsApi.list, { token });
    const message = "The database does not answer. Nothing was lost: send the same request again.";
    expectRefused(sent, 503, "UNAVAILABLE", message);
    expect(sent.headers.get("retry-after")).toBe("1");
  },
);

import { expect, test } from "vitest";
import { ApiError, call, ConnectionError } from "#lib/client/api.ts";
import { usersApi } from "#lib/shared/api/users.ts";

/** What a client makes of an answer. */
async function made(status: number, body: string): Promise<unknown> {
  const fetch = async () => new Response(body, { status });
  return call(usersApi.getPreferences, {}, { baseUrl: "https://trips.example", fetch }).catch(
    (error: unknown) => error,
  );
}

const OWN = { code: "TOO_LARGE", message: "The file is larger than 8 MiB.", requestId: "r" };

test("a refusal in the service's own words is one", async () => {
  expect(await made(413, JSON.stringify(OWN))).toEqual(new ApiError(413, OWN));
});

test("a proxy's or platform's limit on bodies is a refusal too, which nothing is sent again for", async () => {
  for (const page of ["", "<html>413 Request Entity Too Large</html>", "FUNCTION_PAYLOAD_TOO_LARGE"]) {
    const error = await made(413, page);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 413, body: { code: "TOO_LARGE" } });
  }
});

test.each([403, 404, 511])(
  "what somebody else answers with %s says nothing of the request",
  async (status) => {
    const error = await made(status, "<html>Please sign in to this network</html>");
    if (status < 500) expect(error).toBeInstanceOf(ConnectionError);
    else expect(error).toMatchObject({ body: { code: "UNAVAILABLE" } });
  },
);

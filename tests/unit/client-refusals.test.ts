import { expect, test } from "vitest";
import { ApiError, call, ConnectionError } from "#lib/client/base/api.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";

/** Returns the client's error for an answer to an upload of this many bytes. */
async function made(status: number, body: string, size = 5_000_000): Promise<unknown> {
  const fetch = async () => new Response(body, { status });
  const file = new Blob([new Uint8Array(size)]);
  return call(avatarApi.upload, { file }, { baseUrl: "https://trips.example", fetch }).catch(
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

test("of what everybody takes it says nothing: that is somebody else's page", async () => {
  expect(await made(413, "<html>Welcome to the hotel's network</html>", 2000)).toBeInstanceOf(
    ConnectionError,
  );
});

test.each([403, 404, 511])(
  "what somebody else answers with %s says nothing of the request",
  async (status) => {
    const error = await made(status, "<html>Please sign in to this network</html>");
    if (status < 500) expect(error).toBeInstanceOf(ConnectionError);
    else expect(error).toMatchObject({ body: { code: "UNAVAILABLE" } });
  },
);

import { expect, test } from "vitest";
import { HttpClient, textAt } from "./http-client.ts";
import { expectOk, newBrowserPerson, newNativePerson, sessionOf } from "./people.ts";
import { formWith, picture } from "./pictures.ts";

const PATH = "/api/users/avatar";
const SVG = /^data:image\/svg\+xml/;

test("Avatar › POST: an authenticated upload", async () => {
  const nobody = await new HttpClient().post(PATH, formWith(await picture()));
  expect(nobody).toMatchObject({
    status: 401,
    body: { code: expect.any(String), requestId: expect.any(String) },
  });
});

test("Avatar › POST: multipart, answered with the stored image; updates `user.image` server-side", async () => {
  for (const { client } of [await newNativePerson(), await newBrowserPerson()]) {
    const before = textAt(await sessionOf(client), "user", "image");
    const answer = expectOk(await client.post(PATH, formWith(await picture())));
    const image = textAt(answer, "image");
    expect(image).not.toBe(before);
    expect(textAt(await sessionOf(client), "user", "image")).toBe(image);
  }
});

test("Avatar › POST: as the mini-program sends it from a temporary file (own name and boundary, no type to trust)", async () => {
  const { client } = await newNativePerson();
  const boundary = "----MiniProgramBoundary7f3a";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="tmp_1234.unknown"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), await picture(), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const response = await fetch(new URL(PATH, client.url), {
    method: "POST",
    headers: {
      authorization: `Bearer ${client.token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    body,
  });
  expect(response.status).toBeLessThan(300);
  expect(await response.json()).toMatchObject({ image: expect.any(String) });
});

test("Avatar › POST: the stored object is served as an image, to anyone", async () => {
  const { client } = await newNativePerson();
  const image = textAt(expectOk(await client.post(PATH, formWith(await picture()))), "image");
  const response = await fetch(new URL(image, client.url));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^image\/(webp|jpeg|png|avif)$/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
});

test("Write echo › 6: uploads are public and immutable: `Cache-Control` of their own", async () => {
  const { client } = await newNativePerson();
  const image = textAt(expectOk(await client.post(PATH, formWith(await picture()))), "image");
  const response = await fetch(new URL(image, client.url));
  expect(response.headers.get("cache-control")).toMatch(/public.*immutable/);
  const missing = await fetch(new URL(image.replace(/[\w-]{8}\./, "00000000."), client.url));
  expect(missing.status).toBe(404);
  expect(missing.headers.get("cache-control") ?? "").not.toMatch(/public|immutable/);
});

test("Avatar › a removal operation exists on the same path: the generated image is back", async () => {
  const { client } = await newNativePerson();
  const generated = textAt(await sessionOf(client), "user", "image");
  const uploaded = textAt(expectOk(await client.post(PATH, formWith(await picture()))), "image");
  expect((await new HttpClient().send("DELETE", PATH)).status).toBe(401);
  expect(expectOk(await client.send("DELETE", PATH))).toMatchObject({
    status: 200,
    body: { image: generated },
  });
  expect(textAt(await sessionOf(client), "user", "image")).toBe(generated);
  expect(generated).toMatch(SVG);
  const gone = await fetch(new URL(uploaded, client.url), { cache: "no-store" });
  expect(gone.status).toBe(404);
});

test("Avatar › POST: what is no image, too much, or no file at all is refused and changes nothing", async () => {
  const { client } = await newNativePerson();
  const before = textAt(await sessionOf(client), "user", "image");
  const text = new FormData();
  text.set("file", "not a file");
  const bodies: [string, unknown, number[]][] = [
    ["text as a picture", formWith(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")), [415, 422]],
    ["half a picture", formWith((await picture()).subarray(0, 60)), [415, 422]],
    ["20 MiB", formWith(Buffer.alloc(20 * 1024 * 1024, 1)), [413]],
    ["a field in place of a file", text, [400, 415, 422]],
    ["no field", new FormData(), [400, 422]],
    ["JSON", { file: "x" }, [400, 415, 422]],
    ["nothing", undefined, [400, 415, 422]],
  ];
  for (const [name, body, statuses] of bodies) {
    const answer = await client.post(PATH, body);
    expect(statuses, `${name}: ${answer.status} ${answer.text}`).toContain(answer.status);
    expect(answer.body, name).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
  }
  expect(textAt(await sessionOf(client), "user", "image")).toBe(before);
});

test("Avatar › POST: a picture's place and camera are not passed on", async () => {
  const { client } = await newNativePerson();
  const withPlace = await picture({ exif: true });
  expect(withPlace.includes("SecretCamera")).toBe(true);
  const image = textAt(expectOk(await client.post(PATH, formWith(withPlace))), "image");
  const stored = Buffer.from(await (await fetch(new URL(image, client.url))).arrayBuffer());
  expect(stored.includes("SecretCamera")).toBe(false);
});

import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { avatarImage } from "#lib/server/auth/avatar-image.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import { WebUrl } from "#lib/shared/fields.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newTrip, readTrip } from "#tests/factories/trips.ts";
import { getPicture, imageOf, keyOf, objectsOf, sendForm, uploadPicture } from "#tests/helpers/avatars.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { formWith, newPicture } from "#tests/helpers/pictures.ts";
import {
  expectAbsent,
  expectInvalid,
  expectRefused,
  expectUnauthenticated,
} from "#tests/helpers/refusals.ts";

describe("uploads are refused", () => {
  test("without a session, before the body is read", async () => {
    expectUnauthenticated(await send(avatarApi.upload, { form: formWith(await newPicture()) }));
    expectUnauthenticated(await send(avatarApi.upload, { body: "x", headers: { "content-type": "x/y" } }));
    expectUnauthenticated(await send(avatarApi.remove));
  });

  test("when the form holds something else than one file", async () => {
    const ann = await newPerson();
    const picture = new Blob([await newPicture()]);
    const form = new FormData();
    form.append("file", picture);
    form.append("file", picture);
    form.append("name", "Ann");
    expectInvalid(
      await sendForm(ann, form),
      ["file", "Send one file only."],
      ["name", "This field is unknown."],
    );
    expectInvalid(await sendForm(ann, new FormData()), ["file", "Send a file that is not empty."]);
    expect([await objectsOf(ann), await imageOf(ann)]).toEqual([[], null]);
  });

  test("when the form has a hundred thousand fields, before they are looked at", async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const body = `${part.repeat(100_000)}--x--\r\n`;
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const { token } = await newPerson();
    const sent = await send(avatarApi.upload, { token, body, headers });
    expectRefused(sent, 400, "MALFORMED_REQUEST", "The body is not a valid form.");
  });

  test("when the body is no form", async () => {
    const ann = await newPerson();
    const json = await send(avatarApi.upload, { token: ann.token, body: { file: "x" } });
    expectRefused(json, 415, "UNSUPPORTED_MEDIA_TYPE", "Send the file as multipart/form-data.");
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const broken = await send(avatarApi.upload, { token: ann.token, body: "--y", headers });
    expectRefused(broken, 400, "MALFORMED_REQUEST", "The body is not a valid form.");
  });

  test("when the file is no picture, whatever its name and type say", async () => {
    const ann = await newPerson();
    const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>");
    const sent = await sendForm(ann, formWith(svg, "me.png", "image/png"));
    expectRefused(sent, 415, "UNSUPPORTED_MEDIA_TYPE", "Send a JPEG, PNG, WebP or GIF picture.");
    const cut = (await newPicture()).slice(0, 200);
    const message = "This picture is damaged or incomplete. Choose another one.";
    expectInvalid(await sendForm(ann, formWith(cut)), ["file", message]);
    expect([await objectsOf(ann), await imageOf(ann)]).toEqual([[], null]);
  });

  test("above 8 MiB, at once when the size is declared", async () => {
    const ann = await newPerson();
    const sent = await sendForm(ann, formWith(new Uint8Array(8 * 1024 * 1024 + 1)));
    expectRefused(sent, 413, "TOO_LARGE", "The file is larger than 8 MiB.");
    const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": "9000000" };
    const declared = await send(avatarApi.upload, { token: ann.token, body: "--x", headers });
    expectRefused(declared, 413, "TOO_LARGE", "The file is larger than 8 MiB.");
  });

  test("above 8 MiB as soon as that much has arrived, while more is to come", async () => {
    const ann = await newPerson();
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    let given = 0;
    const body = new ReadableStream({
      async pull(controller) {
        given += 1;
        if (given > 10) await answered;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const headers = {
      "content-type": "multipart/form-data; boundary=x",
      authorization: `Bearer ${ann.token}`,
    };
    const endless: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
    expect((await handlerFetch(avatarApi.upload.path, endless)).status).toBe(413);
    expect(given).toBeLessThan(12);
    // The service discards the rest of the body, but only up to a limit.
    resolve();
    await awaitDeferredWork();
    expect(given).toBeLessThan(80);
  });
});

function from(address: string): Record<string, string> {
  return { "x-wayfare-client-ip": address };
}

test("more than twenty uploads in ten minutes from one address wait", async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const form = formWith(new TextEncoder().encode("no picture"));
  for (let times = 0; times < 20; times++) {
    expect((await sendForm(ann, form, from("203.0.113.7"))).status).toBe(415);
  }
  const sent = await sendForm(bob, form, from("203.0.113.7"));
  expect(sent).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  expect(Number(sent.headers.get("retry-after"))).toBeGreaterThan(590);
  expect((await sendForm(bob, form, from("203.0.113.8"))).status).toBe(415);
});

describe("an uploaded picture", () => {
  test("is the one that the others in a trip see", async () => {
    const ann = await newPerson();
    const { id } = await newTrip(ann);
    const image = await uploadPicture(ann);
    expect((await readTrip(ann, id)).members).toMatchObject([{ userId: ann.userId, image }]);
    await send(avatarApi.remove, { token: ann.token });
    await awaitDeferredWork();
    expect((await readTrip(ann, id)).members).not.toMatchObject([{ image }]);
  });

  test("is the user's from then on, and anyone may look at it and keep it", async () => {
    const ann = await newPerson({ image: "https://provider.example/ann.jpg" });
    const sent = await sendForm(
      ann,
      formWith(await newPicture({ format: "jpeg" }), "photo.heic", "image/heic"),
    );
    expect(sent.status).toBe(200);
    expect(sent.headers.get("cache-control")).toBe("private, no-store");
    const image = await imageOf(ann);
    expect(sent.body).toEqual({ image });
    const address = new RegExp(`^http://localhost:3000/api/uploads/avatars/${ann.userId}/[\\w-]{43}\\.webp$`);
    expect(image).toMatch(address);
    expect(WebUrl.safeParse(image).data).toBe(image);
    expect(await objectsOf(ann)).toEqual([keyOf(image ?? "")]);
    const response = await getPicture(image ?? "");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(bytes.length),
      "content-type": "image/webp",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      vary: "origin",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
  });

  test("is not sent again to who has it, nor to who asks for its head", async () => {
    const image = await uploadPicture(await newPerson());
    const etag = (await getPicture(image)).headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const again = await getPicture(image, { "if-none-match": known });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    expect((await getPicture(image, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await getPicture(image, {}, "HEAD");
    expect([head.status, await head.text(), head.headers.get("content-type")]).toEqual([
      200,
      "",
      "image/webp",
    ]);
  });

  test("replaces the one before, whose object goes", async () => {
    const ann = await newPerson();
    const first = await uploadPicture(ann);
    const second = await uploadPicture(ann);
    expect(second).not.toBe(first);
    expect(await imageOf(ann)).toBe(second);
    expect(await objectsOf(ann)).toEqual([keyOf(second)]);
    expect([(await getPicture(first)).status, (await getPicture(second)).status]).toEqual([404, 200]);
    const etag = `"${first.split("/").at(-1)?.replace(".webp", "")}"`;
    expect((await getPicture(first, { "if-none-match": etag })).status).toBe(404);
  });

  test("goes when it is taken away, and the generated one is back", async () => {
    const ann = await newPerson();
    const image = await uploadPicture(ann);
    const removed = await send(avatarApi.remove, { token: ann.token });
    await awaitDeferredWork();
    expect({ status: removed.status, body: removed.body }).toEqual({
      status: 200,
      body: { image: avatarImage(ann.userId) },
    });
    expect([await imageOf(ann), await objectsOf(ann)]).toEqual([avatarImage(ann.userId), []]);
    expect((await getPicture(image)).status).toBe(404);
    expect((await send(avatarApi.remove, { token: ann.token })).body).toEqual(removed.body);
  });

  test("of a provider is replaced by the generated one too", async () => {
    const ann = await newPerson({ image: "https://provider.example/ann.jpg" });
    await send(avatarApi.remove, { token: ann.token });
    expect(await imageOf(ann)).toBe(avatarImage(ann.userId));
  });

  test("is found by its whole address only", async () => {
    const [ann, bob] = [await newPerson(), await newPerson()];
    const image = await uploadPicture(ann);
    const [file = ""] = image.split("/").toReversed();
    for (const params of [
      { userId: bob.userId, file },
      { userId: ann.userId, file: `${"x".repeat(43)}.webp` },
    ]) {
      expectAbsent(await send(avatarApi.read, { params }), "file");
    }
    for (const params of [
      { userId: ann.userId, file: "../../secrets.json" },
      { userId: "x", file },
      { userId: ann.userId, file: file.replace(".webp", "") },
    ]) {
      expectAbsent(await send(avatarApi.read, { params }));
    }
    const folder = image.slice(0, -file.length);
    for (const path of [
      folder,
      "http://localhost:3000/api/uploads",
      "http://localhost:3000/api/uploads/x.webp",
    ]) {
      expect((await getPicture(path)).status).toBe(404);
    }
  });
});

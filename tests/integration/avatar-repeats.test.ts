import { describe, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import { newPerson } from "#tests/factories/people.ts";
import { getPicture, imageOf, keyOf, objectsOf, sendForm, uploadPicture } from "#tests/helpers/avatars.ts";
import { send } from "#tests/helpers/handlers.ts";
import { formWith, newPicture } from "#tests/helpers/pictures.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";

describe("a repeat", () => {
  test("under the same key gets the first answer, although the form around the file differs", async () => {
    const ann = await newPerson();
    const picture = await newPicture();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await sendForm(ann, formWith(picture), headers);
    const second = await sendForm(ann, formWith(picture, "other-name.jpg", "image/jpeg"), headers);
    await awaitDeferredWork();
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await objectsOf(ann)).toHaveLength(1);
  });

  test("that comes late doesn't bring a former picture back, nor take a newer one away", async () => {
    const ann = await newPerson();
    const picture = await newPicture();
    const [put, drop] = [
      { "idempotency-key": crypto.randomUUID() },
      { "idempotency-key": crypto.randomUUID() },
    ];
    const first = await sendForm(ann, formWith(picture), put);
    const removed = await send(avatarApi.remove, { token: ann.token, headers: drop });
    const newer = await uploadPicture(ann);
    expect((await sendForm(ann, formWith(picture), put)).body).toEqual(first.body);
    expect((await send(avatarApi.remove, { token: ann.token, headers: drop })).body).toEqual(removed.body);
    await awaitDeferredWork();
    expect([await imageOf(ann), await objectsOf(ann)]).toEqual([newer, [keyOf(newer)]]);
  });

  test("under the same key at the same time is done once", async () => {
    const ann = await newPerson();
    const picture = await newPicture();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const sent = await Promise.all([1, 2, 3].map(() => sendForm(ann, formWith(picture), headers)));
    await awaitDeferredWork();
    const image = await imageOf(ann);
    expect(sent.map(({ status, body }) => ({ status, body }))).toEqual(
      sent.map(() => ({ status: 200, body: { image } })),
    );
    expect(await objectsOf(ann)).toEqual([keyOf(image ?? "")]);
  });

  test("with another file is refused", async () => {
    const ann = await newPerson();
    const headers = { "idempotency-key": crypto.randomUUID() };
    await sendForm(ann, formWith(await newPicture({ hue: 1 })), headers);
    const message = "This Idempotency-Key was used for another request. Use a new one.";
    const other = await sendForm(ann, formWith(await newPicture({ hue: 200 })), headers);
    expectRefused(other, 409, "KEY_REUSED", message);
    const drop = await send(avatarApi.remove, { token: ann.token, headers });
    expectRefused(drop, 409, "KEY_REUSED", message);
  });
});

test("of uploads at once the last one stands, with its object and no other", async () => {
  const ann = await newPerson();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => uploadPicture(ann)));
  await awaitDeferredWork();
  const image = (await imageOf(ann)) ?? "";
  expect(answers.filter((answer) => answer === image)).toHaveLength(1);
  expect(await objectsOf(ann)).toEqual([keyOf(image)]);
  expect((await getPicture(image)).status).toBe(200);
});

// @alone: sets the environment, which the service reads once
import { afterAll, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { avatarApi } from "#lib/shared/api/avatar.ts";
import { newPerson } from "#tests/factories/people.ts";
import { as } from "#tests/factories/trips.ts";
import { startS3 } from "#tests/doubles/s3.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { handlerFetch, send } from "#tests/helpers/handlers.ts";
import { formWith, newPicture } from "#tests/helpers/pictures.ts";
import { expectRefused } from "#tests/helpers/refusals.ts";

const s3 = await startS3();
Object.assign(process.env, s3.env);

afterAll(() => s3.stop());

test("with a bucket, pictures are kept there, and served under the service's own address", async () => {
  const ann = await newPerson();
  const file = new Blob([await newPicture()]);
  const { data } = await call(avatarApi.upload, { file }, as(ann));
  expect(await s3.keys()).toEqual([new URL(data.image).pathname.replace("/api/uploads/", "")]);
  const response = await handlerFetch(data.image);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get("content-length")));
  const second = await call(avatarApi.upload, { file }, as(ann));
  await awaitDeferredWork();
  expect(await s3.keys()).toEqual([new URL(second.data.image).pathname.replace("/api/uploads/", "")]);
  expect((await handlerFetch(data.image)).status).toBe(404);
  await call(avatarApi.remove, {}, as(ann));
  await awaitDeferredWork();
  expect(await s3.keys()).toEqual([]);
});

test("while the bucket is away nothing changes, and it is said clearly", async () => {
  const ann = await newPerson();
  const { data } = await call(avatarApi.upload, { file: new Blob([await newPicture()]) }, as(ann));
  await s3.stop();
  const form = formWith(await newPicture({ hue: 3 }));
  const sent = await send(avatarApi.upload, { token: ann.token, form });
  const message = "The storage for files does not answer. Nothing was lost: send the same request again.";
  expectRefused(sent, 503, "UNAVAILABLE", message);
  expect(sent.headers.get("retry-after")).toBe("1");
  expect((await userRow(ann.email))?.image).toBe(data.image);
  const shown = await handlerFetch(data.image);
  expect([shown.status, shown.headers.get("cache-control")]).toEqual([503, "private, no-store"]);
});

import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import type { SendInput } from "./handlers.ts";
import type { Malformed } from "./malformed.ts";
import { formWith } from "./pictures.ts";

type Entry = readonly [string, Blob | string];
type Case = readonly [name: string, status: number, input: SendInput];

function formOf(...entries: Entry[]): SendInput {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return { form };
}

function fileOf(content: string | number): SendInput {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return { form: formWith(bytes) };
}

function typed(body: string, type: string): SendInput {
  return { body, headers: { "content-type": type } };
}

/**
 * Returns bodies that are not a form with exactly one file, and files whose content is not of the type that they state.
 */
export function malformedUploads({ upload }: Endpoint, { form, ...where }: SendInput): Malformed[] {
  if (!upload) return [];
  const { field, maxBytes, types } = upload;
  const file = form?.get(field);
  if (!(file instanceof Blob)) throw new Error("The input of an upload is a form with its file.");
  const good: Entry = [field, file];
  const cases: Case[] = [
    ["no field", 422, formOf()],
    ["text for the file", 422, formOf([field, "a picture"])],
    ["an empty file", 422, fileOf("")],
    ["two files", 422, formOf(good, good)],
    ["a file and text under one name", 422, formOf(good, [field, "a picture"])],
    ["another field", 422, formOf(["picture", file])],
    ["a field too many", 422, formOf(good, ["userId", "someone"])],
    ["a prototype", 422, formOf(good, ["__proto__", "x"])],
    ["a file too large", 413, fileOf(maxBytes + 1)],
    ["a form far too large", 413, fileOf(2 * maxBytes)],
    ["no body", 415, {}],
    ["JSON", 415, typed("{}", "application/json")],
    ["a plain form", 415, typed("file=x", "application/x-www-form-urlencoded")],
    ["the bare file", 415, typed("x", "image/png")],
    ["a form without a boundary", 400, typed("--a--", "multipart/form-data")],
    ["a form that breaks off", 400, typed("--a\r\nContent-Disp", "multipart/form-data; boundary=a")],
    ["an SVG", 415, fileOf("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["the beginning of a PDF", types.includes("application/pdf") ? 422 : 415, fileOf("%PDF-1.7")],
    ["a page", 415, fileOf("<!doctype html>")],
    [
      "the beginning of an archive",
      types.includes("application/vnd.google-earth.kmz") ? 422 : 415,
      fileOf("PK\u0003\u0004"),
    ],
  ];
  return cases.map(([name, status, input]) => ({ name, input: { ...where, ...input }, statuses: [status] }));
}

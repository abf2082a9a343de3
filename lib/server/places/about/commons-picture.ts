import { Parser } from "htmlparser2";
import * as z from "zod";
import { configuredService } from "../../open-services/clients.ts";
import { DAY_MS } from "../place-server.ts";

const KEPT_MS = 30 * DAY_MS;
const WIDTH = 640;

export interface CommonsPicture {
  /** The URL of the picture's bytes. */
  address: string;
  width: number;
  height: number;
  author: string | null;
  licence: { text: string; href: string | null };
  /** The URL of the picture's page. */
  url: string;
}

const Value = z.object({ value: z.union([z.string(), z.number()]) }).optional();
const Info = z.object({
  url: z.url(),
  thumburl: z.url().optional(),
  thumbwidth: z.number().int().positive(),
  thumbheight: z.number().int().positive(),
  descriptionurl: z.url(),
  extmetadata: z.object({ Artist: Value, LicenseShortName: Value, LicenseUrl: Value }),
});
const Answer = z.object({
  query: z.object({ pages: z.record(z.string(), z.object({ imageinfo: z.array(z.unknown()).optional() })) }),
});

/** Returns a file of Wikimedia Commons with its author and licence; null: there is none that may be shown. */
export async function commonsPicture(file: string): Promise<CommonsPicture | null | "no_answer"> {
  const service = configuredService("pictures");
  if (!service) return null;
  const asked = {
    action: "query",
    titles: `File:${file}`,
    prop: "imageinfo",
    iiprop: "url|extmetadata",
    iiurlwidth: String(WIDTH),
    format: "json",
  };
  const answer = await service.client.ask<CommonsPicture | null>({
    url: `${service.url}/w/api.php?${new URLSearchParams(asked)}`,
    read(body, status) {
      if (status >= 400) throw new Error(`It answered ${status}.`);
      const [page] = Object.values(Answer.parse(body).query.pages);
      const info = Info.safeParse(page?.imageinfo?.[0]);
      return info.success ? pictureOf(info.data) : null;
    },
    keptMs: () => KEPT_MS,
  });
  return answer ? answer.says : "no_answer";
}

/** Converts the answer to a picture; null when it names no licence, because then the picture may not be shown. */
function pictureOf(info: z.infer<typeof Info>): CommonsPicture | null {
  const { Artist, LicenseShortName, LicenseUrl } = info.extmetadata;
  const licence = textOf(LicenseShortName?.value);
  if (licence === null) return null;
  const href = textOf(LicenseUrl?.value);
  return {
    address: info.thumburl ?? info.url,
    width: info.thumbwidth,
    height: info.thumbheight,
    author: textOf(Artist?.value),
    licence: { text: licence, href: href !== null && URL.canParse(href) ? href : null },
    url: info.descriptionurl,
  };
}

/** Returns the text of HTML from another site, without its tags. */
function textOf(html: string | number | undefined): string | null {
  let text = "";
  const parser = new Parser({ ontext: (part) => (text += part) });
  parser.end(String(html ?? ""));
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 200) || null;
}

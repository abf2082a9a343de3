import { createHash } from "node:crypto";
import { attachmentDisposition } from "./content-disposition.ts";

/** An answer that is a text file instead of JSON. */
export class FileText {
  /** The file name under which browsers save it. */
  readonly name: string;
  readonly contentType: string;
  readonly text: string;

  constructor(name: string, contentType: string, text: string) {
    this.name = name;
    this.contentType = contentType;
    this.text = text;
  }

  headers(): Record<string, string> {
    return {
      "content-type": this.contentType,
      "content-disposition": attachmentDisposition(this.name),
      etag: this.etag(),
    };
  }

  etag(): string {
    return `"${createHash("sha256").update(this.text).digest("base64url")}"`;
  }
}

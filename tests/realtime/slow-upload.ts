import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { pathOf } from "#lib/client/base/api.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import type { Person } from "#tests/factories/people.ts";
import { joinBytes, newPdf } from "#tests/helpers/files.ts";

export interface SlowUpload {
  /** Sends the second half of the file. */
  finish(): void;
  /** Closes the connection. */
  abandon(): void;
  /** The answer to the upload; rejects when the connection is lost. */
  answer: Promise<{ status: number; connection: string | undefined }>;
}

const BOUNDARY = "half-of-a-file-and-then-the-other";

/** Starts an upload on a connection of its own and sends half of the file. */
export async function beginUpload(
  { url }: { url: string },
  { token }: Pick<Person, "token">,
  tripId: string,
): Promise<SlowUpload> {
  const query = { target: `trip:${tripId}`, name: "ticket.pdf" };
  const path = pathOf(attachmentsApi.upload, { params: { tripId }, query });
  const body = formOf(newPdf({ size: 200_000 }));
  const sent = request(url + path, {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": body.length,
    },
  });
  const answer = answerOf(sent);
  answer.catch(() => undefined);
  const half = body.length >> 1;
  await new Promise<void>((resolve) => void sent.write(body.subarray(0, half), () => resolve()));
  return {
    answer,
    finish: () => void sent.end(body.subarray(half)),
    abandon: () => void sent.destroy(),
  };
}

function formOf(file: Uint8Array): Uint8Array {
  const text = new TextEncoder();
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="ticket.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  return joinBytes(text.encode(head), file, text.encode(`\r\n--${BOUNDARY}--\r\n`));
}

function answerOf(sent: ClientRequest): SlowUpload["answer"] {
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response: IncomingMessage) => {
      const { statusCode = 0, headers } = response;
      response.resume().once("end", () => resolve({ status: statusCode, connection: headers.connection }));
      response.once("error", reject);
    });
  });
}

/**
 * Returns the text of a response.
 * @throws Error when the response has more than `longest` bytes; the rest is not read.
 */
export async function limitedText(response: Response, longest: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > longest) throw new Error(`The answer is longer than ${longest} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

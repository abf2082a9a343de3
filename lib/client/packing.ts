/** Compressed, as it came over the network: browsers unpack what they fetch, and tiles are half air. */
export function pack(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return through(bytes, new CompressionStream("gzip"));
}

export function unpack(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return through(bytes, new DecompressionStream("gzip"));
}

function through(bytes: ArrayBuffer, change: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer();
}

/**
 * Compresses bytes for the storage, as they were compressed on the network: browsers decompress what they fetch, and
 * tiles compress to about half.
 */
export function gzip(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return through(bytes, new CompressionStream("gzip"));
}

export function gunzip(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return through(bytes, new DecompressionStream("gzip"));
}

function through(bytes: ArrayBuffer, change: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer();
}

/** Converts a value to compressed JSON. */
export async function pack(value: unknown): Promise<ArrayBuffer> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Converts the bytes of `pack` back to a value. D1 returns them as a list of numbers. */
export async function unpack<T>(bytes: ArrayBuffer | Uint8Array<ArrayBuffer> | number[]): Promise<T> {
  const blob = new Blob([Array.isArray(bytes) ? new Uint8Array(bytes) : bytes]);
  return new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

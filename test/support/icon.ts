/** Returns an ICO file with some pictures, of which each is the beginning of a bitmap. */
export function iconBytes(count = 1): Uint8Array<ArrayBuffer> {
  const head = 6 + 16 * count;
  const bytes = new Uint8Array(head + 4 * count);
  const view = new DataView(bytes.buffer);
  view.setUint16(2, 1, true);
  view.setUint16(4, count, true);
  for (let index = 0; index < count; index++) {
    const at = 6 + 16 * index;
    bytes.set([16, 16], at);
    view.setUint32(at + 8, 4, true);
    view.setUint32(at + 12, head + 4 * index, true);
    view.setUint32(head + 4 * index, 40, true);
  }
  return bytes;
}

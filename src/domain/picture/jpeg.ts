/** In pixels. */
interface Size {
  width: number;
  height: number;
}

/** Returns the size of a JPEG; null if it is none, or is cut off. Each byte of its head is read once. */
export function readJpegSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length - 2;
  if (end < 2 || view.getUint16(0) !== 0xff_d8 || view.getUint16(end) !== 0xff_d9) return null;
  for (let at = 2; at + 9 < end; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    // A frame has the size. Of the markers in its range, three begin tables. The first scan ends the head.
    if (marker < 0xff_c0 || marker === 0xff_da) return null;
    if (marker < 0xff_d0 && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
  }
  return null;
}

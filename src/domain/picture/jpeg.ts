/** In pixels. */
interface Size {
  width: number;
  height: number;
}

/**
 * Returns the size of a JPEG with a frame that browsers show and a scan; null if it is none, or is cut off. Each byte of
 * its head is read once.
 */
export function readJpegSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length - 2;
  if (end < 2 || view.getUint16(0) !== 0xff_d8 || view.getUint16(end) !== 0xff_d9) return null;
  let size: Size | null = null;
  for (let at = 2, length = 0; at + 4 < end; at += length) {
    const marker = view.getUint16(at);
    // Any number of bytes may fill the room before a marker.
    length = marker === 0xff_ff ? 1 : 2 + view.getUint16(at + 2);
    if (marker < 0xff_c0 || length === 2 || length === 3 || at + length >= end) return null;
    // The first scan ends the head.
    if (marker === 0xff_da) return size;
    // Frames: baseline, extended and progressive. A frame has the size, and tells its components.
    if (marker <= 0xff_c2) {
      if (length <= 10 || length !== 10 + 3 * view.getUint8(at + 9)) return null;
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
  }
  return null;
}

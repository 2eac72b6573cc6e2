/** Returns the head and the end of a JPEG of a size, as readers of sizes need it. */
export function jpegBytes(width: number, height: number, frame = 0xc0): Uint8Array<ArrayBuffer> {
  const start = "ff d8 ff e0 00 04 4a 46 ff c4 00 03 00 ff";
  const sides = [height, width].map((side) => side.toString(16).padStart(4, "0")).join("");
  const scan = "ffda 0008 01 0100 003f00 010203";
  const hex = `${start}${frame.toString(16)} 000b 08${sides} 01 011100 ${scan} ffd9`;
  return Uint8Array.from(hex.replaceAll(" ", "").match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

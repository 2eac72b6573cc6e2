import { describe, expect, it } from "vitest";
import { readJpegSize } from "../../src/domain/picture/jpeg.ts";
import { readPicture } from "../../src/domain/picture/read-picture.ts";
import { jpegBytes } from "../support/jpeg.ts";

function problemOf(bytes: Uint8Array): string | null {
  const read = readPicture("image/jpeg", bytes);
  return read.ok ? null : read.reason.code;
}

/** The place of the frame in what `jpegBytes` makes. */
const FRAME = 13;

function withByte(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  return bytes.with(at, byte);
}

function withoutScan(bytes: Uint8Array): Uint8Array {
  return new Uint8Array([...bytes.slice(0, FRAME + 13), 0xff, 0xd9]);
}

describe("[35.19] a JPEG", () => {
  it("may have bytes that fill the room before a marker", () => {
    const bytes = jpegBytes(1200, 630);
    const filled = new Uint8Array([...bytes.slice(0, FRAME), 0xff, 0xff, 0xff, ...bytes.slice(FRAME)]);
    expect(readJpegSize(filled)).toEqual({ width: 1200, height: 630 });
  });

  it.each([0xc0, 0xc1, 0xc2])("has its size in the frame %i", (frame) => {
    expect(readJpegSize(jpegBytes(1200, 630, frame))).toEqual({ width: 1200, height: 630 });
  });

  it.each<[string, Uint8Array]>([
    ["cut off", jpegBytes(1200, 630).slice(0, -1)],
    ["of the first bytes alone", new Uint8Array([0xff, 0xd8])],
    ["empty", new Uint8Array()],
    ["a PNG", new Uint8Array(40).fill(0x89)],
    ["without a frame", new Uint8Array([0xff, 0xd8, 0xff, 0xda, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd9])],
    ["with a table for a frame", jpegBytes(1200, 630, 0xc8)],
    ["without losses, which browsers do not show", jpegBytes(1200, 630, 0xc3)],
    ["with arithmetic coding, which browsers do not show", jpegBytes(1200, 630, 0xc9)],
    ["without a scan", withoutScan(jpegBytes(1200, 630))],
    ["with a frame of another length", withByte(jpegBytes(1200, 630), FRAME + 9, 2)],
    [
      "with a length that leads nowhere",
      new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, ...Array<number>(20).fill(0), 0xff, 0xd9]),
    ],
  ])("may not be %s", (_, bytes) => {
    expect(problemOf(bytes)).toBe("not_photo");
  });

  it.each([
    [200, 200, null],
    [2048, 2048, null],
    [199, 630, "photo_side"],
    [1200, 199, "photo_side"],
    [2049, 630, "photo_side"],
    [1200, 2049, "photo_side"],
  ])("of %i by %i pixels", (width, height, problem) => {
    expect(problemOf(jpegBytes(width, height))).toBe(problem);
  });
});

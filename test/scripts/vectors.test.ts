import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderVectors } from "../../scripts/lab/vectors/render.ts";

const files = await renderVectors();

describe("[30.18] the vectors", () => {
  it.each(Object.entries(files))("are what the project answers: %s", (name, content) => {
    expect(readFileSync(`test/vectors/${name}`, "utf8"), "run npm run vectors").toBe(content);
  });

  it("are all there are", () => {
    const found = readdirSync("test/vectors").filter((name) => name.endsWith(".json"));
    expect(found.toSorted()).toEqual(Object.keys(files).toSorted());
  });
});

import { describe, expect, it } from "vitest";
import { newForm } from "../../src/dashboard/screen/record/record-form.ts";
import { shareOf } from "../../src/dashboard/screen/record/share.ts";
import { photoName } from "../../src/dashboard/screen/record/to-photo.ts";

const form = {
  ...newForm("link", "go.example"),
  alias: "spring",
  destinations: [{ url: "https://shop.example/a", weight: "1" }],
};
const preview = (fields: object) => ({ ...form.preview, ...fields });

describe("[35.22] what messengers get of the link in a form", () => {
  it.each([
    ["nothing of its own", {}, null],
    [
      "the plugin alone",
      { plugins: ["preview"], title: "Sale", description: "All of it" },
      { title: "Sale", description: "All of it", picture: null },
    ],
    ["no title", { plugins: ["preview"] }, { title: "shop.example", description: "" }],
    [
      "neither title nor destination",
      { plugins: ["preview"], destinations: [] },
      { title: "go.example/spring" },
    ],
    ["a title of its own", { title: "Sale", preview: preview({ title: "Spring" }) }, { title: "Spring" }],
    ["a stored picture", { preview: preview({ file: "a.jpg" }) }, { picture: { file: "a.jpg" } }],
    [
      "a picture elsewhere",
      { preview: preview({ image: "https://img.example/i.png" }) },
      { picture: { host: "img.example" } },
    ],
    ["bot-block", { plugins: ["bot-block"], preview: preview({ title: "Spring" }) }, null],
  ])("with %s", (_, fields, share) => {
    const found = shareOf({ ...form, ...fields }, true);
    if (share === null) expect(found).toBeNull();
    else expect(found).toMatchObject({ url: "go.example/spring", site: "go.example", ...share });
  });

  it("of a redirect are of its first source", () => {
    const redirect = {
      ...newForm("redirect", ""),
      url: "old.example/a, old.example/b",
      preview: preview({ title: "T" }),
    };
    expect(shareOf(redirect, false)).toMatchObject({ url: "old.example/a", site: "old.example" });
  });
});

describe("[35.22] the name of an uploaded picture", () => {
  it.each([
    ["Frühling 2026.JPG", "image/jpeg", "fr-hling-2026-a.jpg"],
    ["pic.png", "image/png", "pic-a.png"],
    ["写真.webp", "image/jpeg", "picture-a.jpg"],
    [`${"x".repeat(200)}.jpg`, "image/jpeg", `${"x".repeat(60)}-a.jpg`],
  ])("of %s", (name, type, expected) => {
    expect(photoName(name, type, 10)).toBe(expected);
  });
});

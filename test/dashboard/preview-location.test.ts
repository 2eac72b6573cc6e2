import { expect, it } from "vitest";
import { previewLocation, sampleUrl } from "../../src/dashboard/screen/record/preview-location.ts";
import { newForm } from "../../src/dashboard/screen/record/record-form.ts";

it.each([
  ["2126-01-01T00:00", [0.25, 0.75]],
  ["2026-01-01T00:00", [0, 1]],
])("[6.7] shares visits until its distribution ends, at %s, and then sends all to one", (at, shares) => {
  const destinations = [
    { url: "https://a.example/", weight: "1" },
    { url: "https://b.example/", weight: "3", stays: true },
  ];
  const form = {
    ...newForm("link", "go.example"),
    destinations,
    routing: "weighted" as const,
    routing_ends: at,
  };
  const preview = previewLocation(form, sampleUrl(form), Date.parse("2026-06-01T00:00:00Z"));
  expect(preview.kind === "location" && preview.answers.map(({ share }) => share)).toEqual(shares);
});

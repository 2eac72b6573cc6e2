import { expect, it } from "vitest";
import { errorsLeft } from "../../src/dashboard/component/errors-left.ts";

const REASON = ["is refused"];
const sent = {
  "qr.color": "#ffffff",
  "qr.background": "#eeeeee",
  destinations: [
    { url: "a", weight: "x" },
    { url: "b", weight: "1" },
  ],
};

it.each([
  ["its field is as it was", "qr.color", {}, true],
  ["its field was changed", "qr.color", { "qr.color": "#000000" }, false],
  ["another field was changed", "qr.color", { "qr.background": "#ffffff" }, true],
  ["a field on which it depends was changed", "qr.background", { "qr.color": "#000000" }, false],
  [
    "another item of its list was changed",
    "destinations.0.weight",
    { destinations: [sent.destinations[0]] },
    true,
  ],
  ["its item of a list is gone", "destinations.1.url", { destinations: [sent.destinations[0]] }, false],
  ["no field has its name, and nothing was changed", "alias", {}, true],
  ["no field has its name, and anything was changed", "alias", { "qr.color": "#000000" }, false],
])("[32.8] of an error, if %s: %s", (_, path, changed, isLeft) => {
  const left = errorsLeft(
    { [path]: REASON },
    { sent, now: { ...sent, ...changed }, also: { "qr.background": "qr.color" } },
  );
  expect(left).toEqual(isLeft ? { [path]: REASON } : {});
});

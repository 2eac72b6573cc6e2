import fc from "fast-check";
import { expect, test } from "vitest";
import { completeTarget } from "../../../scripts/import/target.ts";

test.each([
  ["/x", "https://new.example/x"],
  ["//cdn.example/x", "https://cdn.example/x"],
  ["https://a.example", "https://a.example"],
  ["HTTP://A.example/%7e/../é?q=%20#é", "HTTP://A.example/%7e/../é?q=%20#é"],
])("completes %s to %s", (target, destination) => {
  expect(completeTarget(target, "https://new.example")).toEqual({ destination });
});

test("asks for --origin where a relative target needs it", () => {
  expect(completeTarget("/x", null)).toEqual({
    reason: "pass --origin https://… to complete the relative target /x",
  });
});

test.each(["new.example/x", "x", "", "#top", "?q=1", "mailto:a@b.example", "javascript:alert(1)"])(
  "refuses %j, which has neither a slash nor a web scheme in front",
  (target) => {
    expect(completeTarget(target, "https://new.example")).toHaveProperty("reason");
  },
);

test("keeps every byte of a path", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (rest) => {
      fc.pre(!rest.startsWith("/"));
      expect(completeTarget(`/${rest}`, "https://new.example")).toEqual({
        destination: `https://new.example/${rest}`,
      });
    }),
  );
});

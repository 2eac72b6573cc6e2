import { browserOf, BROWSERS } from "../agent.ts";
import { oneOf } from "../condition.ts";

export const browser = oneOf(
  BROWSERS,
  "The browser, by client hints first, then by the user agent.",
  browserOf,
);

import { SYSTEMS, systemOf } from "../agent.ts";
import { oneOf } from "../condition.ts";

export const os = oneOf(
  SYSTEMS,
  "The operating system, by client hints first, then by the user agent. An iPad that says it is a Mac is `macos`.",
  systemOf,
);

import { browserOf, BROWSERS, deviceOf, DEVICES, SYSTEMS, systemOf } from "../agent.ts";
import { oneOf } from "../condition.ts";

export const continent = oneOf(
  ["AF", "AN", "AS", "EU", "NA", "OC", "SA"],
  "The continent of the visitor. `EU` is Europe here.",
  (visit) => visit.continent,
);

export const browser = oneOf(
  BROWSERS,
  "The browser, by client hints first, then by the user agent.",
  browserOf,
);

export const device = oneOf(
  DEVICES,
  "The kind of device, by client hints first, then by the user agent. A television, and a program that tells nothing, is none of them.",
  deviceOf,
);

export const os = oneOf(
  SYSTEMS,
  "The operating system, by client hints first, then by the user agent. An iPad that says it is a Mac is `macos`.",
  systemOf,
);

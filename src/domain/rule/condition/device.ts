import { deviceOf, DEVICES } from "../agent.ts";
import { oneOf } from "../condition.ts";

export const device = oneOf(
  DEVICES,
  "The kind of device, by client hints first, then by the user agent. A television, and a program that tells nothing, is none of them.",
  deviceOf,
);

import { oneOf } from "../condition.ts";

export const continent = oneOf(
  ["AF", "AN", "AS", "EU", "NA", "OC", "SA"],
  "The continent of the visitor. `EU` is Europe here.",
  (visit) => visit.continent,
);

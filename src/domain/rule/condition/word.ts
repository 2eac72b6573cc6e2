import { browserOf, BROWSERS, deviceOf, DEVICES, SYSTEMS, systemOf } from "../agent.ts";
import { oneOf } from "../condition.ts";

export const CONTINENTS = ["AF", "AN", "AS", "EU", "NA", "OC", "SA"];

export const continent = oneOf(CONTINENTS, (visit) => visit.continent);
export const browser = oneOf(BROWSERS, browserOf);
export const device = oneOf(DEVICES, deviceOf);
export const os = oneOf(SYSTEMS, systemOf);

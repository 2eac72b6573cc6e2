import { accepted, refused, type Parsed } from "./field-error.ts";

/** The foreign APIs that a workspace can switch on (contract 35.1). */
export const DOORS = ["shlink", "yourls"] as const;
export type Door = (typeof DOORS)[number];

/** Parses names of doors with commas between them, and returns them in order, each once. */
export function parseDoors(text: string): Parsed<Door[]> {
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  if (!names.every(isDoor)) return refused("not_doors", { names: DOORS.join(", ") });
  return accepted(DOORS.filter((door) => names.includes(door)));
}

function isDoor(name: string): name is Door {
  return DOORS.some((door) => door === name);
}

/** Returns every text of the setting that has a door switched on, so that an index finds them. */
export function settingsWith(door: Door): string[] {
  const sets: Door[][] = [[]];
  for (const next of DOORS) sets.push(...sets.map((set) => [...set, next]));
  return sets.filter((set) => set.includes(door)).map((set) => set.join(","));
}

import { InvalidArgumentError } from "commander";

export function parseLimit(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a whole number from 1 on.");
}

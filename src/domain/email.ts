import { accepted, refused, type Parsed } from "./field-error.ts";
import { countCharacters } from "./text.ts";

/** The longest address that mail can be sent to. */
const MAX_CHARACTERS = 254;
/** The only check of an address, because only a message shows whether it exists. */
const SHAPE = /^[^\s@,;<>"\x00-\x1f\x7f]+@[^\s@,;<>"\x00-\x1f\x7f]+$/;

/** Parses an email address into the form in which addresses are compared: trimmed, in lower case. */
export function parseEmail(text: string): Parsed<string> {
  if (countCharacters(text) > MAX_CHARACTERS) return refused("too_long", { count: MAX_CHARACTERS });
  const email = text.trim().toLowerCase();
  return SHAPE.test(email) ? accepted(email) : refused("not_email");
}

import { parseAlias } from "../../../domain/client/address.ts";

/** What an alias may not hold. A hyphen joins the words around it. */
const REFUSED = /[^\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}\-_.~+!]+/gu;
const MAX_CHARACTERS = 30;

/** Returns the alias that a refused text is near to, such as `spring-sale` for `spring sale!`; null for none. */
export function nearAlias(typed: string): string | null {
  const joined = typed.normalize("NFC").replaceAll(REFUSED, "-").replaceAll(/-{2,}/g, "-");
  const near = trim([...trim(joined)].slice(0, MAX_CHARACTERS).join(""));
  return near !== typed && parseAlias(near).ok ? near : null;
}

/** Leaves out marks at both ends, which end a sentence and name nothing. */
function trim(text: string): string {
  return text.replaceAll(/^[-_.~+!]+|[-_.~+!]+$/g, "");
}

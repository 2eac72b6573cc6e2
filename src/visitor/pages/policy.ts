import { FRAME_STYLE_HASH } from "./frame.ts";
import { FULL_STYLE, PLAIN_STYLE } from "./style.ts";

/** What the browser may do with a page: nothing but show it in its one style. */
function forbidAllBut(styleHash: string, formAction: string, more = ""): string {
  return `default-src 'none'; style-src '${styleHash}'; ${more}base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
}

export const PLAIN_POLICY = forbidAllBut(PLAIN_STYLE.hash, "'none'");

export const FULL_POLICY = forbidAllBut(FULL_STYLE.hash, "'none'");

/** Chromium holds the redirect that follows a form to its `form-action`, and destinations are anywhere. */
export const GATE_POLICY = forbidAllBut(FULL_STYLE.hash, "'self' http: https:");

export const FRAME_POLICY = forbidAllBut(FRAME_STYLE_HASH, "'none'", "frame-src http: https:; ");

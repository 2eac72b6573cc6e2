import { FRAME_STYLE_HASH } from "./frame.ts";
import { STYLE_HASH } from "./style.ts";

/** What the browser may do with a page: nothing but show it in its one style. */
function forbidAllBut(styleHash: string, formAction: string, more = ""): string {
  return `default-src 'none'; style-src '${styleHash}'; ${more}base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
}

export const MESSAGE_POLICY = forbidAllBut(STYLE_HASH, "'none'");

/** Chromium holds the redirect that follows a form to its `form-action`, and destinations are anywhere. */
export const GATE_POLICY = forbidAllBut(STYLE_HASH, "'self' http: https:");

export const FRAME_POLICY = forbidAllBut(FRAME_STYLE_HASH, "'none'", "frame-src http: https:; ");

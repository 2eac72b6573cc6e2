import { FRAME_STYLE_HASH } from "./frame.ts";
import { FULL_STYLE, PLAIN_STYLE } from "./style.ts";

/** Allows the browser to show a page in its one style, and nothing else. */
function forbidAllBut(styleHash: string, formAction: string, more = ""): string {
  return `default-src 'none'; style-src '${styleHash}'; ${more}base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
}

export const PLAIN_POLICY = forbidAllBut(PLAIN_STYLE.hash, "'none'");

export const FULL_POLICY = forbidAllBut(FULL_STYLE.hash, "'none'");

/** Chromium applies `form-action` to the redirect after a form, which may lead to any destination. */
export const GATE_POLICY = forbidAllBut(FULL_STYLE.hash, "'self' http: https:");

export const FRAME_POLICY = forbidAllBut(FRAME_STYLE_HASH, "'none'", "frame-src http: https:; ");

import type { FinalOutcome } from "./outcome.ts";
import type { Visiting } from "./visit.ts";
import type { HostConfig } from "../domain/snapshot.ts";
import { answer, HTML, respondPage } from "./respond-page.ts";
import { loadOnce } from "../runtime/load-once.ts";

type BodyOutcome = Exclude<
  FinalOutcome,
  { kind: "redirect" | "upgrade" | "fallback" | "self" | "favicon" | "options" }
>;

/** Any cache may keep a picture for an hour, because it shows only the link's own URL and style. */
const PICTURE_CACHING = "public, max-age=3600";
const TEXT = "text/plain; charset=utf-8";

/** Turns an outcome into a response. HEAD gets no body. */
export function respondBody(
  outcome: BodyOutcome,
  visiting: Visiting,
  config?: HostConfig,
): Response | Promise<Response> {
  const { request } = visiting;
  switch (outcome.kind) {
    case "html":
      return answer(request, 200, outcome.html, { "Content-Type": HTML, ...outcome.headers });
    case "robots":
      return answer(request, 200, "User-agent: *\nAllow: /\n", { "Content-Type": TEXT });
    case "data":
      return answer(request, outcome.status, JSON.stringify(outcome.data), {
        "Content-Type": "application/json; charset=utf-8",
        ...outcome.headers,
      });
    case "picture":
      return answer(request, 200, outcome.body, {
        "Cache-Control": PICTURE_CACHING,
        "Content-Type": outcome.contentType,
        "Content-Security-Policy": "default-src 'none'",
      });
    default:
      return config?.look === undefined
        ? respondPage(outcome, request)
        : withLookCode(({ respondBranded }) => respondBranded(outcome, visiting, config));
  }
}

const withLookCode = loadOnce(() => import("./brand/respond-branded.ts"));

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
/** An owner who changes a file of the hostname sees it soon (contract 35.16). */
const FILE_CACHING = "public, max-age=300";
const RETRY_SECONDS = 5;
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
    case "file":
      return withFileCode(async ({ serveFile }) => {
        const { file, shownBy, isCacheable } = outcome;
        const caching = isCacheable ? FILE_CACHING : "no-store";
        const served = await serveFile(visiting, shownBy, file, caching);
        return served ?? respondPage({ kind: "unavailable", retryAfterSeconds: RETRY_SECONDS }, request);
      });
    default:
      return config?.look === undefined
        ? respondPage(outcome, request)
        : withLookCode(({ respondBranded }) => respondBranded(outcome, visiting, config));
  }
}

const withFileCode = loadOnce(() => import("./brand/serve-file.ts"));
const withLookCode = loadOnce(() => import("./brand/respond-branded.ts"));

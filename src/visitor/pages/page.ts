import { showFrame, type Frame } from "./frame.ts";
import { askPassword, type Gate } from "./gate.ts";
import { chooseLanguage, type Language } from "./language.ts";
import { layOut, toLanguageTag, type Brand, type Content } from "./layout.ts";
import { reloadButton, sayMessage } from "./message.ts";
import { FRAME_POLICY, FULL_POLICY, GATE_POLICY, PLAIN_POLICY } from "./policy.ts";
import { describeLink, showPreview, type Card, type Preview } from "./preview.ts";
import { FULL_STYLE, PLAIN_STYLE } from "./style.ts";
import { sayTryAgain, textsOf } from "./text/texts.ts";

/** Every page that a visitor can see, except stored HTML pages (contracts 3 and 5). */
export type Page =
  | { kind: "unknown-host" }
  | { kind: "not-found" }
  | { kind: "paused" }
  | { kind: "expired" }
  | { kind: "gone" }
  /** The answer to a bot that the record refuses. */
  | { kind: "refusal" }
  | { kind: "method-not-allowed" }
  | { kind: "unavailable" }
  | ({ kind: "gate" } & Gate)
  /** Too many wrong passwords; the time left until the next try is rounded up to minutes. */
  | { kind: "locked"; secondsLeft: number }
  /** The password cannot be checked right now. */
  | { kind: "guess-unavailable" }
  /** The destination is listed as dangerous, so that the page has no link to it. */
  | { kind: "warning" }
  | ({ kind: "frame" } & Frame)
  /** The page at `alias+`. */
  | ({ kind: "preview" } & Preview)
  /** The page for link-preview bots. */
  | ({ kind: "card" } & Card);

export interface RenderedPage {
  status: number;
  html: string;
  policy: string;
  /** The language tag of its text (BCP 47). */
  language: string;
}

/** Renders a page in the language that `Accept-Language` asks for. Pure. All text in `page` is escaped. */
export function renderPage(page: Page, acceptLanguage: string | null): RenderedPage {
  const language = chooseLanguage(acceptLanguage);
  const known = fixed[page.kind];
  if (known === undefined) return render(page, language);
  return (known[language] ??= render(page, language));
}

/** Pages that are the same for all visitors are rendered once for each language. */
const fixed: Partial<Record<Page["kind"], Partial<Record<Language, RenderedPage>>>> = {
  "unknown-host": {},
  "not-found": {},
  paused: {},
  expired: {},
  gone: {},
  refusal: {},
};

/**
 * Renders a page.
 * @param brand the owner's additions, in this language; nothing is added to a frame
 */
export function render(page: Page, language: Language, brand?: Brand): RenderedPage {
  const { html } =
    page.kind === "frame"
      ? showFrame(page, language)
      : layOut(fill(page, language), language, PLAIN.has(page.kind) ? PLAIN_STYLE : FULL_STYLE, brand);
  return { status: statusOf(page), html, policy: policyOf(page), language: toLanguageTag(language) };
}

function fill(page: Exclude<Page, { kind: "frame" }>, language: Language): Content {
  const texts = textsOf(language);
  switch (page.kind) {
    case "unknown-host":
      return sayMessage(texts.unknownHost, texts.askSource, "missing");
    case "not-found":
      return sayMessage(texts.notFound, texts.askSource, "fallen");
    case "paused":
      return sayMessage(texts.paused, texts.askSource, "pause");
    case "expired":
      return sayMessage(texts.expired, texts.askSource, "hourglass");
    case "gone":
      return sayMessage(texts.gone, "", "missing");
    case "refusal":
      return sayMessage(texts.refusal, texts.leavePage, "dash");
    case "method-not-allowed":
      return sayMessage(texts.methodNotAllowed, "", "dash", reloadButton(texts));
    case "unavailable":
    case "guess-unavailable":
      return sayMessage(texts.unavailable, sayTryAgain(texts, 1), "dots", reloadButton(texts));
    case "gate":
      return askPassword(texts, page);
    case "locked":
      return sayMessage(texts.tooMany, sayTryAgain(texts, toMinutes(page.secondsLeft)), "hourglass");
    case "warning":
      return sayMessage(texts.warning, texts.leavePage, "danger");
    case "preview":
      return showPreview(texts, page, language);
    case "card":
      return describeLink(texts, page);
  }
}

const toMinutes = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60));

function statusOf(page: Page): number {
  return page.kind === "gate" && page.isWrong ? 403 : STATUSES[page.kind];
}

const STATUSES: Record<Page["kind"], number> = {
  "unknown-host": 404,
  "not-found": 404,
  paused: 404,
  expired: 410,
  gone: 410,
  refusal: 403,
  "method-not-allowed": 405,
  unavailable: 503,
  gate: 200,
  locked: 429,
  "guess-unavailable": 503,
  warning: 403,
  frame: 200,
  preview: 200,
  card: 200,
};

/** Pages with only a picture and text. */
const PLAIN = new Set<Page["kind"]>([
  "unknown-host",
  "not-found",
  "paused",
  "expired",
  "gone",
  "refusal",
  "locked",
  "warning",
]);

function policyOf(page: Page): string {
  if (page.kind === "frame") return FRAME_POLICY;
  if (page.kind === "gate") return GATE_POLICY;
  return PLAIN.has(page.kind) ? PLAIN_POLICY : FULL_POLICY;
}

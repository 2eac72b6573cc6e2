import type { Look, PageState, ShownFile } from "../../domain/branding.ts";
import type { HostConfig } from "../../domain/snapshot.ts";
import { log } from "../../runtime/log.ts";
import { hostKey } from "../../storage/snapshot/key.ts";
import { chooseLanguage, type Language } from "../pages/language.ts";
import { render, type RenderedPage } from "../pages/page.ts";
import { answer, HTML, respondPage, respondRendered, type PageOutcome } from "../respond-page.ts";
import type { Visiting } from "../visit.ts";
import { addBrand } from "./add-brand.ts";
import { loadFile, recallFile } from "./load-file.ts";

const STATES: Partial<Record<PageOutcome["kind"], { state: PageState; status: number }>> = {
  "not-found": { state: "404", status: 404 },
  expired: { state: "410", status: 410 },
  gone: { state: "410", status: 410 },
  paused: { state: "paused", status: 404 },
};

/** The outcomes without an owner's look: they speak for the platform, or show another site. */
const NEVER = new Set<PageOutcome["kind"]>(["warning", "frame", "card", "unknown-host"]);

/**
 * Responds with a page in the look of its hostname (contract 33): the owner's own page, else the project's page
 * with name, logo and colour. Returns a promise only if memory lacks a file.
 */
export function respondBranded(
  page: PageOutcome,
  visiting: Visiting,
  config: HostConfig,
): Response | Promise<Response> {
  const { look } = config;
  if (look === undefined || NEVER.has(page.kind)) return respondPage(page, visiting.request);
  const own = STATES[page.kind];
  const file = own === undefined ? undefined : look.pages?.[own.state];
  if (own === undefined || file === undefined) return respondDressed(page, visiting, look);
  const known = recallFile(file);
  if (known !== undefined) return respondOwn(visiting, own.status, known);
  return respondLoaded(page, visiting, config, { file, status: own.status });
}

async function respondLoaded(
  page: PageOutcome,
  visiting: Visiting,
  config: HostConfig,
  { file, status }: { file: ShownFile; status: number },
): Promise<Response> {
  const html = await loadFile(visiting, hostKey(config.host), file);
  return html === null
    ? respondDressed(page, visiting, config.look ?? {})
    : respondOwn(visiting, status, html);
}

function respondOwn({ request }: Visiting, status: number, html: string): Response {
  return answer(request, status, html, { "Content-Type": HTML });
}

/** Rendered pages by look, kind and language. A look lives as long as the snapshot of its host. */
const dressed = new WeakMap<Look, Map<string, RenderedPage>>();

function respondDressed(page: PageOutcome, visiting: Visiting, look: Look): Response | Promise<Response> {
  const language = chooseLanguage(visiting.request.headers.get("Accept-Language"));
  // Pages of these kinds are the same for all visitors.
  const key = STATES[page.kind] === undefined ? null : `${page.kind} ${language}`;
  const known = key === null ? undefined : dressed.get(look)?.get(key);
  if (known !== undefined) return respondRendered(page, known, visiting.request);
  return dress(page, visiting, look, language).then(
    (rendered) => {
      if (key !== null) keep(look, key, rendered);
      return respondRendered(page, rendered, visiting.request);
    },
    (error: unknown) => {
      log("error", "branding_not_shown", { error: String(error) });
      return respondPage(page, visiting.request);
    },
  );
}

function keep(look: Look, key: string, rendered: RenderedPage): void {
  const pages = dressed.get(look) ?? new Map<string, RenderedPage>();
  dressed.set(look, pages.set(key, rendered));
}

async function dress(
  page: PageOutcome,
  { url }: Visiting,
  look: Look,
  language: Language,
): Promise<RenderedPage> {
  const { brand, allow } = await addBrand(look, url, language);
  const rendered = render(page, language, brand);
  return { ...rendered, policy: allow(rendered.policy) };
}

import { useEffect, useRef, useState } from "preact/hooks";
import { parseDestination } from "../../../domain/client/address.ts";
import { parseQrColor } from "../../../domain/client/look.ts";
import { currentLanguage, t } from "../../text/text.ts";
import type { drawSamplePage } from "../../../visitor/brand/sample-page.ts";
import { type LookForm, toContact } from "./look-form.ts";

interface PageProps {
  look: LookForm;
  saved: LookForm;
  /** The address of the real page, and whether it answers; absent if there is none. */
  url?: string;
  isThere?: boolean;
  /** Says whether the settings of the workspace, which apply too, are left out. */
  isPart?: boolean;
}

/** The page of a missing path with the changes of a form while the user types, and a link to the real page. */
export function LookPage({ look, saved, url, isThere = false, isPart = false }: PageProps) {
  const isChanged = JSON.stringify(look) !== JSON.stringify(saved);
  return (
    <section class="stack-small look-shown" aria-label={t("look.page")}>
      <h3>{t("look.page")}</h3>
      <DrawnPage look={look} url={url ?? location.href} />
      <p class="small muted">
        {t(isChanged ? "look.pageChanged" : "look.pageHint")} {isPart && <>{t("look.pagePart")} </>}
        {look.page_404 !== "" && t("look.pageOwn", { name: look.page_404 })}
      </p>
      {isThere && (
        <p>
          <a href={url} target="_blank" rel="noreferrer">
            {t("look.openPage")}
          </a>
        </p>
      )}
    </section>
  );
}

type Draw = typeof drawSamplePage;

const EMPTY_PAGE = "<!doctype html><title>404</title>";

/**
 * Draws the page by the functions that draw it for visitors, in a document of its own that runs no script. The policy of
 * the dashboard holds there too and forbids styles in markup, so the style is added by its object.
 */
function DrawnPage({ look, url }: { look: LookForm; url: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [sample, setSample] = useState<{ drawSamplePage: Draw } | null>(null);
  useEffect(() => {
    const load = async () => setSample(await import("../../../visitor/brand/sample-page.ts"));
    void load();
  }, []);
  useEffect(() => {
    const inside = frame.current?.contentDocument;
    if (!isReady || !inside || sample === null) return;
    show(sample.drawSamplePage(toDrawn(look), url, currentLanguage()), inside);
  }, [JSON.stringify(look), url, isReady, sample]);
  return (
    <iframe
      ref={frame}
      class="look-page"
      title={t("look.page")}
      sandbox="allow-same-origin"
      srcdoc={EMPTY_PAGE}
      // Its links lead nowhere here.
      inert
      onLoad={() => setReady(true)}
    />
  );
}

function show({ language, body, css }: ReturnType<Draw>, inside: Document): void {
  const { defaultView: view } = inside;
  if (view === null) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(css);
  inside.adoptedStyleSheets = [sheet];
  inside.documentElement.lang = language;
  inside.body.innerHTML = body;
}

function toDrawn({ name, logo, color, link, contact, hide_mark }: LookForm) {
  const isColor = /^#[\da-f]{6}$/i.test(color) && parseQrColor(color.toLowerCase()).ok;
  return {
    name: name.trim() || undefined,
    color: isColor ? color : undefined,
    link: completeUrl(link),
    contact: toContact(contact) || undefined,
    hidesMark: hide_mark === "yes" ? (true as const) : undefined,
    logoUrl: logo === "" ? undefined : `/v1/files/${encodeURIComponent(logo)}`,
  };
}

/** Returns a URL as it is stored, with a scheme; undefined for a text that is none yet. */
function completeUrl(text: string): string | undefined {
  const parsed = parseDestination(text);
  return parsed.ok ? parsed.value : undefined;
}

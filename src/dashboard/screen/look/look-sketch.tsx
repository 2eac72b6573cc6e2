import { t } from "../../text/text.ts";
import type { LookForm } from "./look-form.ts";

interface SketchProps {
  look: LookForm;
  /** Leads to the real page; empty where there is none. */
  href: string;
}

/** Draws what a form would change of visitors' pages, while it is typed; the real page is a link away. */
export function LookSketch({ look, href }: SketchProps) {
  const color = /^#[\da-f]{6}$/i.test(look.color) ? look.color : undefined;
  return (
    <section class="stack-small" aria-label={t("look.sketch")}>
      <h3>{t("look.sketch")}</h3>
      <div class="sketch">
        <div class="line">
          {look.logo !== "" && <img src={`/v1/files/${encodeURIComponent(look.logo)}`} alt="" />}
          {look.name !== "" && <strong class="break">{look.name}</strong>}
        </div>
        <p class="sketch-title" style={{ color }}>
          {t("look.sketchTitle")}
        </p>
        {(look.link !== "" || look.contact !== "") && (
          <p class="line">
            {look.link !== "" && (
              <span class="sketch-link break" style={{ color }}>
                {look.link.replace(/^https?:\/\//, "")}
              </span>
            )}
            {look.contact !== "" && (
              <span class="sketch-link break" style={{ color }}>
                {look.contact.replace(/^mailto:/, "")}
              </span>
            )}
          </p>
        )}
        {look.hide_mark !== "yes" && <p class="sketch-mark small">Signpost</p>}
      </div>
      <p class="small muted">
        {t("look.sketchHint")} {look.page_404 !== "" && t("look.sketchOwn", { name: look.page_404 })}
      </p>
      {href !== "" && (
        <p>
          <a href={href} target="_blank" rel="noreferrer">
            {t("look.openPage")}
          </a>
        </p>
      )}
    </section>
  );
}

import { t } from "../../text/text.ts";
import type { LookForm } from "./look-form.ts";

interface SketchProps {
  look: LookForm;
  /** The address of the real page; empty if there is none. */
  href: string;
  /** Says whether the settings of the workspace, which apply too, are left out. */
  isPart?: boolean;
}

/** Previews the changes of a form to visitors' pages while the user types, with a link to the real page. */
export function LookSketch({ look, href, isPart = false }: SketchProps) {
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
        {t(isPart ? "look.sketchPart" : "look.sketchHint")}{" "}
        {look.page_404 !== "" && t("look.sketchOwn", { name: look.page_404 })}
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

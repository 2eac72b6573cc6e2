import { CopyButton } from "../../component/button.tsx";
import { t } from "../../text/text.ts";

/** Ways to make a link of a page that is open elsewhere: a bookmark, and the share menu of a phone. */
export function PhoneCard() {
  const bookmark = `javascript:void open("${location.origin}/links?new="+encodeURIComponent(location.href))`;
  return (
    <section class="card stack">
      <h2>{t("settings.phone")}</h2>
      <div class="stack-small">
        <h3>{t("settings.bookmark")}</h3>
        <p class="muted">{t("settings.bookmarkText")}</p>
        <div class="line">
          <a class="button" href={bookmark} onClick={(event) => event.preventDefault()} draggable>
            {t("settings.bookmarkName")}
          </a>
          <CopyButton text={bookmark} of={t("settings.bookmark")} />
        </div>
      </div>
      <div class="stack-small">
        <h3>{t("settings.app")}</h3>
        <p class="muted">{t("settings.appText")}</p>
      </div>
    </section>
  );
}

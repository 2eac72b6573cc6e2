import { t } from "../../text/text.ts";

/** What to do in a workspace without records. */
export function FirstSteps() {
  return (
    <section class="card stack">
      <h2>{t("first.title")}</h2>
      <ol class="steps">
        <li>
          <div>
            <h3>
              <a href="/hosts/new">{t("first.host")}</a>
            </h3>
            <p class="muted">{t("first.hostHint")}</p>
          </div>
        </li>
        <li>
          <div>
            <h3>
              <a href="/links/new">{t("first.create")}</a>
            </h3>
            <p class="muted">{t("first.createHint")}</p>
          </div>
        </li>
        <li>
          <div>
            <h3>{t("first.try")}</h3>
            <p class="muted">{t("first.tryHint")}</p>
          </div>
        </li>
      </ol>
    </section>
  );
}

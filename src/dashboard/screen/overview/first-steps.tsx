import type { ComponentChildren } from "preact";
import { useGet } from "../../api/query.ts";
import type { Host, LinkRecord, Page } from "../../api/types.ts";
import { Icon } from "../../component/button.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";

export function FirstSteps({ newest }: { newest: LinkRecord | undefined }) {
  const hosts = useGet<Page<Host>>(["hosts", "first"], "/host", { query: { per_page: 1 } });
  const mayWrite = useMay("editor");
  const isWhole = useLimit() === null;
  const hasHost = (hosts.data?.data.length ?? 0) > 0;
  if (!mayWrite && newest === undefined) {
    return (
      <section class="card stack-small">
        <h2>{t("first.empty")}</h2>
        <p class="muted">{t("first.viewer")}</p>
      </section>
    );
  }
  return (
    <section class="card stack">
      <h2>{t("first.title")}</h2>
      <ol class="steps">
        <Step isDone={hasHost} hint={t("first.hostHint")}>
          {isWhole ? <a href="/hosts/new">{t("first.host")}</a> : t("first.host")}
        </Step>
        <Step isDone={newest !== undefined} hint={t("first.createHint")}>
          <a href="/links/new">{t("first.create")}</a> {t("first.or")}{" "}
          <a href="/import">{t("first.import")}</a>
        </Step>
        <Step isDone={false} hint={t("first.tryHint")}>
          {newest === undefined ? (
            t("first.try")
          ) : (
            <a class="break" href={newest.url} target="_blank" rel="noreferrer">
              {t("first.tryUrl", { url: showUrl(newest.url) })}
            </a>
          )}
        </Step>
      </ol>
    </section>
  );
}

function Step({ isDone, hint, children }: { isDone: boolean; hint: string; children: ComponentChildren }) {
  return (
    <li>
      <div>
        <h3>
          {children}
          {isDone && (
            <span class="chip chip-good step-done">
              <Icon name="done" /> {t("first.done")}
            </span>
          )}
        </h3>
        <p class="muted">{hint}</p>
      </div>
    </li>
  );
}

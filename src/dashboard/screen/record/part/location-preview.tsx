import { useState } from "preact/hooks";
import { splitUrl } from "../../../../domain/client/address.ts";
import { UrlText } from "../../../component/url-text.tsx";
import { CopyButton, LinkButton } from "../../../component/button.tsx";
import { TextField } from "../../../component/field.tsx";
import { formatMoment } from "../../../component/moment.tsx";
import { useHasFolders } from "../../../state/session.ts";
import { sayPercent, t } from "../../../text/text.ts";
import { toExplainHref } from "../../explain/question.ts";
import { showUrl } from "../../records/show-url.ts";
import { previewLocation, sampleUrl } from "../preview-location.ts";
import { toTimestamp } from "../local-time.ts";
import type { RecordForm } from "../record-form.ts";
import { isOver, joinEnd } from "../routing-form.ts";

interface PreviewProps {
  form: RecordForm;
  /** Whether visitors can ask for it already. */
  isSaved: boolean;
}

export function LocationPreview({ form, isSaved }: PreviewProps) {
  const [own, setOwn] = useState<string | null>(null);
  const sample = own ?? sampleUrl(form);
  const preview = previewLocation(form, sample);
  const hasFolders = useHasFolders();
  const mayExplain = isSaved && !hasFolders && !sample.startsWith("/");
  const end = joinEnd(form.destinations, toTimestamp(form.routing_ends));
  const isMany = preview.kind === "location" && preview.answers.length > 1;
  return (
    <section class="card stack-small preview" aria-label={t("preview.title")}>
      <h3>{t("preview.title")}</h3>
      <TextField
        label={t("preview.sample")}
        value={sample}
        onValue={(value) => setOwn(value)}
        spellcheck={false}
        autocapitalize="off"
      />
      {own !== null && (
        <div>
          <LinkButton onClick={() => setOwn(null)}>{t("preview.reset")}</LinkButton>
        </div>
      )}
      <output class="stack-small">
        {preview.kind === "none" && <p class="muted">{t("preview.none")}</p>}
        {preview.kind === "miss" && <p class="muted">{t("preview.miss")}</p>}
        {preview.kind === "location" && (
          <>
            <div class="small muted">{t("preview.status", { status: String(preview.status) })}</div>
            {preview.answers.map(({ location, share }, index) => (
              <div key={index} class="preview-location">
                <Location url={location} />
                {isMany && share !== null && <span class="small">{sayPercent(share, 1)}</span>}
                <CopyButton text={location} />
              </div>
            ))}
            {isMany && (
              <div class="small muted">
                {t("field.destination_routing")}: {t(`routing.${form.routing}`)}
                {end !== null &&
                  `. ${t(isOver(end.at, Date.now()) ? "routing_ends.over" : "routing_ends.from", {
                    moment: formatMoment(end.at),
                    destination: showUrl(end.destination),
                  })}`}
              </div>
            )}
          </>
        )}
      </output>
      <p class="small muted">
        {t("preview.note")} {mayExplain && <a href={toExplainHref(sample)}>{t("preview.explain")}</a>}
      </p>
    </section>
  );
}

/** A URL with an emphasized host, and a query that looks different from the path. */
function Location({ url }: { url: string }) {
  const { origin, path, query, fragment } = splitUrl(url);
  return (
    <code class="break">
      <strong>
        <UrlText url={origin} />
      </strong>
      <UrlText url={path} />
      {query !== null && (
        <span class="preview-query">
          <UrlText url={`?${query}`} />
        </span>
      )}
      {fragment}
    </code>
  );
}

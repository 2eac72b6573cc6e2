import type { Explanation } from "../../api/types.ts";
import { UrlText } from "../../component/url-text.tsx";
import { t } from "../../text/text.ts";

type Part = Explanation["parts"][number];

/** A Location whose parts are marked by colour and line, with a legend that names their origins. */
export function LocationParts({ parts }: { parts: readonly Part[] }) {
  const origins = [...new Set(parts.map(({ from }) => from))];
  return (
    <>
      <code class="break location">
        {parts.map(({ text, from }, index) => (
          <span key={index} class={`part part-${from}`} title={t(`explain.part.${from}`)}>
            <UrlText url={text} />
          </span>
        ))}
      </code>
      {origins.length > 1 && (
        <ul class="parts-legend small" aria-label={t("explain.legend")}>
          {origins.map((origin) => (
            <li key={origin}>
              <span class={`part part-${origin}`}>{t(`explain.part.${origin}`)}</span>{" "}
              <code class="break muted">
                {parts
                  .filter(({ from }) => from === origin)
                  .map(({ text }) => text)
                  .join(" … ")}
              </code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import { useLocation } from "preact-iso";
import { shadeBounds, shadeOf } from "../../../component/shade.ts";
import { ShadeLegend } from "../../../component/shade-legend.tsx";
import { countryName } from "../../../text/name.ts";
import { t } from "../../../text/text.ts";
import type { ValueLink } from "../use-filter-link.ts";
import world from "./world.json" with { type: "json" };

interface MapProps {
  countries: readonly { value: string; clicks: number }[];
  linkOf?: ((code: string) => ValueLink | undefined) | undefined;
}

const OUTLINES = Object.entries(world.countries);

/** The countries by their clicks. The bars below it have the same numbers and links, for keys and screen readers. */
export default function WorldMap({ countries, linkOf }: MapProps) {
  const { route } = useLocation();
  // Land without a code has no clicks; clicks without one are from unknown places.
  const clicks = new Map(countries.map(({ value, clicks: count }) => [value || "XX", count]));
  const bounds = shadeBounds(Math.max(0, ...countries.map((country) => country.clicks)));
  const follow = (code: string) => {
    const href = linkOf?.(code)?.href;
    if (href !== undefined) route(href);
  };
  return (
    <figure class="stack-small">
      <svg class="map" viewBox={`0 0 ${world.width} ${world.height}`} aria-hidden="true">
        {OUTLINES.map(([code, outline]) => {
          const count = clicks.get(code) ?? 0;
          return (
            <path
              key={code}
              d={outline}
              data-country={code}
              data-shade={shadeOf(count, bounds)}
              data-current={linkOf?.(code)?.isCurrent ? "" : undefined}
              {...(count > 0 && { onClick: () => follow(code) })}
            >
              {code !== "" && <title>{t("map.country", { country: countryName(code), count })}</title>}
            </path>
          );
        })}
      </svg>
      <figcaption class="stack-small">
        <ShadeLegend bounds={bounds} />
        {hasMissing(clicks) && <p class="small muted">{t("map.missing")}</p>}
      </figcaption>
    </figure>
  );
}

/** Says whether the clicks of a place are in the list alone, as those of French Guiana, which is drawn with France. */
function hasMissing(clicks: ReadonlyMap<string, number>): boolean {
  return [...clicks].some(([code, count]) => count > 0 && !Object.hasOwn(world.countries, code));
}

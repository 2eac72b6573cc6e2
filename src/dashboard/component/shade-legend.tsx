import { sayNumber, t } from "../text/text.ts";
import { shadeOf } from "./shade.ts";

/** Says which clicks each shade stands for. */
export function ShadeLegend({ bounds }: { bounds: readonly number[] }) {
  const steps = bounds.map((bound, index) => ({ from: (bounds[index - 1] ?? 0) + 1, to: bound }));
  return (
    <ul class="shades small muted" aria-label={t("shade.legend")}>
      {[{ from: 0, to: 0 }, ...steps].map(({ from, to }) => (
        <li key={to}>
          <span class="shade" data-shade={shadeOf(to, bounds)} />
          {from === to ? sayNumber(to) : t("shade.range", { from, to })}
        </li>
      ))}
    </ul>
  );
}

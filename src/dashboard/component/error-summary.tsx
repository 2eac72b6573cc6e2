import { t } from "../text/text.ts";
import { describeError } from "./state.tsx";

interface SummaryProps {
  failure: unknown;
  errors: Record<string, string[]>;
  labelOf: (field: string) => string;
}

/** All that is wrong, above a form. */
export function ErrorSummary({ failure, errors, labelOf }: SummaryProps) {
  const names = Object.keys(errors);
  return (
    <div class="notice notice-bad" role="alert">
      <strong>
        {names.length > 0 ? t("form.invalid", { count: names.length }) : describeError(failure)}
      </strong>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>
              {labelOf(name)}: {errors[name]?.join("; ")}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

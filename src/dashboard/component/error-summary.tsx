import { t } from "../text/text.ts";
import { Reasons } from "./reasons.tsx";
import { describeError } from "./state.tsx";

interface SummaryProps {
  failure: unknown;
  errors: Record<string, string[]>;
  labelOf: (field: string) => string;
}

/** All errors of a form, above it. */
export function ErrorSummary({ failure, errors, labelOf }: SummaryProps) {
  const names = Object.keys(errors);
  return (
    <div class="notice notice-bad" role="alert">
      <strong>
        {names.length > 0 ? (
          t("form.invalid", { count: names.length })
        ) : (
          <Reasons of={[describeError(failure)]} />
        )}
      </strong>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>
              {labelOf(name)}: <Reasons of={errors[name] ?? []} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

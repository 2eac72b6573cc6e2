import { ApiError } from "../api/client.ts";
import { t } from "../text/text.ts";
import { Reasons } from "./reasons.tsx";
import { describeError } from "./state.tsx";

interface NoticeProps {
  failure: unknown;
  /** The fields of the form that show their own errors. */
  fields?: readonly string[];
}

/** Shows why the call of a dialog failed, without the errors that fields show. */
export function ErrorNotice({ failure, fields = [] }: NoticeProps) {
  if (failure === null) return null;
  const errors = failure instanceof ApiError ? Object.entries(failure.body.errors ?? {}) : [];
  const isShown = (name: string) => fields.some((field) => name === field || name.startsWith(`${field}.`));
  const others = errors.filter(([name]) => !isShown(name)).flatMap(([, reasons]) => reasons);
  if (errors.length > 0 && others.length === 0) return null;
  return (
    <div class="notice notice-bad" role="alert">
      <Reasons of={others.length > 0 ? others : [describeError(failure)]} />
    </div>
  );
}

interface SummaryProps {
  failure: unknown;
  errors: Record<string, string[]>;
  labelOf: (field: string) => string;
}

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

import { ApiError } from "../api/client.ts";
import { Reasons } from "./reasons.tsx";
import { describeError } from "./state.tsx";

interface NoticeProps {
  /** The error of the call; null for none. */
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

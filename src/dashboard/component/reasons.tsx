import { Fragment } from "preact";
import { langOf, sayAll } from "../text/reason.ts";

/** The reasons of a refusal. English reasons of the API are marked as English. */
export function Reasons({ of: reasons }: { of: readonly string[] }) {
  return (
    <>
      {reasons.map((reason, index) => (
        <Fragment key={index}>
          {index > 0 && "; "}
          <span lang={langOf(reason)}>{reason}</span>
        </Fragment>
      ))}
    </>
  );
}

/** The warnings of an answer; nothing if there is none. */
export function Warnings({
  texts,
  codes,
}: {
  texts: readonly string[];
  codes: Parameters<typeof sayAll>[1];
}) {
  if (texts.length === 0) return null;
  return (
    <ul class="notice notice-warn small">
      {sayAll(texts, codes).map((warning) => (
        <li key={warning} class="break">
          <Reasons of={[warning]} />
        </li>
      ))}
    </ul>
  );
}

import { Fragment } from "preact";
import { langOf } from "../text/reason.ts";

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

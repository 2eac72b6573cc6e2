import { say, sayValue } from "../../domain/refusal/say.ts";
import { showCode } from "./said.ts";
import { isLocalName } from "../../domain/hostname.ts";
import type * as v from "valibot";
import { isHeld } from "../../domain/host.ts";
import { HOST_FIELDS } from "../../domain/field/host.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import type { HostView } from "../../services/host/types.ts";
import type { HostShape } from "../schema/host-shape.ts";
import { showFields } from "../schema/kind.ts";

/** Converts a hostname to its JSON in the API (contract 10.1). */
export function toHostShape({
  host,
  createdBy,
  defaultRequire,
  require,
}: HostView): v.InferOutput<typeof HostShape> {
  return {
    ...showFields(HOST_FIELDS, host),
    held: isHeld(host),
    default_require: defaultRequire,
    require: require.map(sayValue),
    errors: host.errors.map(({ updatedAtMs, reason, ...error }) => ({
      ...error,
      message: say(reason),
      message_code: showCode(reason),
      updated_at: formatTimestamp(updatedAtMs),
    })),
    counts: Object.entries(host.recordCounts)
      .filter(([, count]) => count > 0)
      .map(([handler, count]) => `${handler}:${count}`)
      .toSorted(),
    created_by: createdBy,
    public: !isLocalName(host.name),
    notice: "",
    ...host.appearance,
  };
}

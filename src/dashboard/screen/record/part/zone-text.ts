import { ownZone } from "../../../component/moment.tsx";
import { t } from "../../../text/text.ts";

/** Says in which time zone the fields of moments are. */
export function zoneText(): string {
  return t("form.zone", { zone: ownZone() });
}

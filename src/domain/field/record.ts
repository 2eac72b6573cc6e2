import type { Field } from "./field.ts";

/**
 * The settings of a record that do not depend on its other fields. Those that depend on
 * others are in `record.ts` and `change-settings.ts`.
 */
export const RECORD_FIELDS = {
  title: { kind: "text", column: "title", api: "title", max: 250, role: "editor" },
  description: { kind: "text", column: "description", api: "description", max: 300, role: "editor" },
  forwardPath: { kind: "flag", column: "forward_path", api: "forward_path", role: "editor" },
  forwardQuery: { kind: "flag", column: "forward_query", api: "forward_query", role: "editor" },
  isNotify: { kind: "flag", column: "is_notify", api: "is_notify", role: "editor" },
  isSwitchUnbrokenDestination: {
    kind: "flag",
    column: "is_switch_unbroken_destination",
    api: "is_switch_unbroken_destination",
    role: "editor",
  },
  /** True if `alias+` answers 404. */
  isPreviewOff: { kind: "flag", column: "preview_off", api: "is_preview_off", role: "editor" },
  /** The time before which the record answers no visit; null for none. */
  startsAtMs: { kind: "optional-moment", column: "starts_at", api: "starts", role: "editor" },
  /** The number of visitors that it lets through; null for any number. */
  maxClicks: { kind: "optional-count", column: "max_clicks", api: "max_clicks", max: 10_000, role: "editor" },
  /** The URL for visitors who come too late; null for the hostname's. */
  expiredUrl: { kind: "optional-url", column: "expired_url", api: "expired_url", role: "editor" },
  /** The moment from which on one of the destinations gets all visits; null for none. */
  routingEnds: { kind: "optional-end", column: "routing_ends", api: "routing_ends", role: "editor" },
  /** The parameter in which a destination gets the id of the click; null for none. */
  clickIdParam: {
    kind: "optional-parameter",
    column: "click_id_param",
    api: "click_id_param",
    role: "editor",
  },
} as const satisfies Record<string, Field>;

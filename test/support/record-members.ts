/** The members of the shapes in which records are answered (contract 11.1 and 11.2), in alphabetical order. */

const COMMON = [
  "clicks_left",
  "created_at",
  "created_by",
  "created_via",
  "description",
  "destination",
  "destination_routing",
  "destinations",
  "expired_at",
  "expired_url",
  "file",
  "forward_path",
  "forward_query",
  "has_password",
  "host",
  "https",
  "id",
  "is_notify",
  "is_preview_off",
  "is_switch_unbroken_destination",
  "max_clicks",
  "monitor",
  "paused_by",
  "plugins",
  "preview",
  "rules",
  "starts",
  "status",
  "tags",
  "title",
  "type",
  "updated_at",
  "url",
  "utm",
  "warnings",
];

export const LINK_MEMBERS = [...COMMON, "alias", "qr"].toSorted();
export const REDIRECT_MEMBERS = [...COMMON, "tld"].toSorted();
export const GENERIC_MEMBERS = [...LINK_MEMBERS, "handler", "total_clicks", "creator"].toSorted();

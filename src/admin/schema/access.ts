import { message, listOf, parseWith, stringField, textOf, oneOf } from "./field.ts";
import * as v from "valibot";
import { parseEmail } from "../../domain/email.ts";
import { MAX_REACHED_HOSTS, MAX_REACHED_TAGS } from "../../domain/reach.ts";
import { ROLES } from "../../domain/role.ts";
import { withoutDuplicateTags } from "../../domain/tag.ts";
import { hostField, tagField } from "./record.ts";

/** Fields of tokens and members. */

export const nameField = v.pipe(textOf(100), v.trim(), v.minLength(1, message("empty")));
export const roleField = oneOf(ROLES);
export const emailField = v.pipe(stringField, parseWith(parseEmail));

function hostList(text: string, emptyText: string) {
  return v.pipe(
    listOf(hostField, MAX_REACHED_HOSTS, text),
    v.minLength(1, emptyText),
    v.transform((hosts) => [...new Set(hosts)]),
  );
}

/** The hostnames of a key of a door; the first is where it makes links. */
export const keyHostsField = hostList(message("not_array_of_hosts"), message("empty"));

/** The hostnames that a token or member is limited to; null for all of the workspace. */
export const hostsField = v.nullable(
  hostList(message("not_array_of_hosts_or_null"), message("hosts_needed")),
);

/** The tags that a token or member is limited to; null for all records. */
export const limitTagsField = v.nullable(
  v.pipe(
    listOf(tagField, MAX_REACHED_TAGS, message("not_array_of_tags_or_null")),
    v.minLength(1, message("tags_needed")),
    v.transform(withoutDuplicateTags),
  ),
);

import { message, listOf, parseWith, stringField, textOf, oneOf } from "./field.ts";
import * as v from "valibot";
import { parseEmail } from "../../domain/email.ts";
import { MAX_REACHED_HOSTS } from "../../domain/reach.ts";
import { ROLES } from "../../domain/role.ts";
import { hostField } from "./record.ts";

/** Fields of tokens and members. */

export const nameField = v.pipe(textOf(100), v.trim(), v.nonEmpty(message("empty")));
export const roleField = oneOf(ROLES);
export const emailField = v.pipe(stringField, parseWith(parseEmail));

const hostList = v.pipe(
  listOf(hostField, MAX_REACHED_HOSTS, message("not_array_of_hosts_or_null")),
  v.minLength(1, message("hosts_needed")),
  v.transform((hosts) => [...new Set(hosts)]),
);

/** The hostnames that a token or member is limited to; null for all of the workspace. */
export const hostsField = v.nullable(hostList);

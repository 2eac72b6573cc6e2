import { refuse } from "../../domain/refusal/refusal.ts";
import type { JsonFormat } from "../format.ts";
import { isObject, locateObjects, parseJson, stringsOf, type JsonObject } from "../json.ts";
import { UnreadableFile, type ImportResult } from "../row.ts";

/**
 * The project's own file of redirects, which users keep in git (docs/redirects.schema.json). Each record is a
 * row in the format of the API, and the file names the owner of the records and its hostnames.
 */

const MEMBERS = ["$schema", "owner", "hosts", "records"];

/** Parses the owner of the records. Throws UnreadableFile for an unknown member. */
function readManaged(document: JsonObject): NonNullable<ImportResult["managed"]> {
  const unknown = Object.keys(document).filter((name) => !MEMBERS.includes(name));
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name.slice(0, 60))).slice(0, 20);
    throw new UnreadableFile(
      refuse("file_members", { names: names.join(", "), members: MEMBERS.join(", ") }),
    );
  }
  const { owner, hosts } = document;
  if (owner !== undefined && typeof owner !== "string") throw new UnreadableFile(refuse("file_owner"));
  if (hosts !== undefined && (!Array.isArray(hosts) || stringsOf(hosts).length < hosts.length)) {
    throw new UnreadableFile(refuse("file_hosts"));
  }
  return { ...(owner !== undefined && { owner }), ...(hosts !== undefined && { hosts: stringsOf(hosts) }) };
}

export const signpostJson: JsonFormat = {
  key: "signpost-json",
  label: "Signpost, redirects as a file",
  hasShape: (document) =>
    isObject(document) &&
    Array.isArray(document["records"]) &&
    Object.keys(document).every((name) => MEMBERS.includes(name)),
  read({ text }, collector) {
    const document = parseJson(text);
    const records = isObject(document) ? document["records"] : undefined;
    if (!isObject(document) || !Array.isArray(records)) throw new UnreadableFile(refuse("file_records"));
    collector.result.managed = readManaged(document);
    const places = locateObjects(text);
    for (const [index, record] of (records as unknown[]).entries()) {
      const { line, text: said } = places.get(`records/${index}`) ?? { line: 1, text: "" };
      if (isObject(record)) collector.addRow({ ...record, line }, said);
      else collector.refuse(line, said, refuse("file_not_object"));
    }
  },
};

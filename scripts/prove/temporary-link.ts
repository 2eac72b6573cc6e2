import { randomBytes } from "node:crypto";
import { read, type Api } from "../cli/api.ts";

/** The one thing that the command makes: a link that it visits, changes, and deletes in the end. */

export interface TemporaryLink {
  id: string;
  url: string;
}

export interface TemporaryLinkHolder {
  /** Null while there is none. */
  held(): TemporaryLink | null;
  /** @throws CommandError if the API refuses it */
  make(host: string): Promise<TemporaryLink>;
  change(fields: { destination?: string; password?: string }): Promise<void>;
  /** Deletes it, also if the call that makes it has not been answered yet. Does nothing if there is none. */
  remove(): Promise<void>;
}

/** Parts that a program which parses and writes URLs again would change. */
const TAIL = "?proof=%c3%a4&b=1+2&a=&c=%2f";

export const FIRST_DESTINATION = `https://example.com/signpost-proof/1${TAIL}`;
export const SECOND_DESTINATION = `https://example.com/signpost-proof/2${TAIL}`;

export function holdTemporaryLink(own: Api | null): TemporaryLinkHolder {
  let asked: Promise<TemporaryLink> | null = null;
  let link: TemporaryLink | null = null;
  return {
    held: () => link,
    async make(host) {
      if (own === null) throw new Error("There is no token to make a link with");
      const alias = `signpost-proof-${randomBytes(6).toString("hex")}`;
      asked = createLink(own, host, alias);
      link = await asked;
      return link;
    },
    async change(fields) {
      if (own === null || link === null) throw new Error("There is no temporary link");
      await read(own.links[":id"].$put({ param: { id: link.id }, query: {}, json: fields }));
    },
    async remove() {
      const pending = asked;
      // Ctrl-C can come while it is being removed.
      asked = null;
      const made = await pending?.catch(() => null);
      if (own === null || made == null) return;
      try {
        await read(own.links[":id"].$delete({ param: { id: made.id }, query: {} }));
        link = null;
      } catch (error) {
        asked = pending;
        throw error;
      }
    },
  };
}

async function createLink(own: Api, host: string, alias: string): Promise<TemporaryLink> {
  const { data } = await read(own.link.$post({ json: { host, alias, destination: FIRST_DESTINATION } }));
  const [made] = data;
  if (made === undefined) throw new Error("The API answered without the link that it made");
  return { id: made.id, url: `https://${host}/${alias}` };
}

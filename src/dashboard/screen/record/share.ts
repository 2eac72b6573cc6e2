import type { RecordForm } from "./record-form.ts";

/** What a messenger gets of a link. */
export interface Share {
  url: string;
  /** The hostname of the link. */
  site: string;
  title: string;
  description: string;
  /** A stored picture, or the hostname of one elsewhere; null for none. */
  picture: { file: string } | { host: string } | null;
}

type Shared = Pick<
  RecordForm,
  "host" | "alias" | "url" | "title" | "description" | "preview" | "plugins" | "destinations"
>;

/**
 * Returns what messengers get of the link in a form, as `toCard` makes it for them; null if they are sent on to the
 * destination, and show what they find there.
 */
export function shareOf(form: Shared, isLink: boolean): Share | null {
  const { preview, plugins } = form;
  const isOwn = Object.values(preview).some((text) => text !== "");
  if ((!isOwn && !plugins.includes("preview")) || plugins.includes("bot-block")) return null;
  const url = isLink ? `${form.host}/${form.alias}` : (form.url.split(/[\s,]/)[0] ?? "");
  const [site = ""] = url.split("/");
  const destination = URL.parse(form.destinations[0]?.url ?? "")?.host ?? "";
  return {
    url,
    site,
    title: preview.title || form.title || destination || url,
    description: preview.description || form.description,
    picture: pictureOf(preview),
  };
}

function pictureOf({ file, image }: Shared["preview"]): Share["picture"] {
  if (file !== "") return { file };
  return image === "" ? null : { host: URL.parse(image)?.host ?? image };
}

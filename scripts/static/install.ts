import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_FOLDER } from "../support/project.ts";
import type { StaticFile } from "./folder.ts";

const ICONS = join(PROJECT_FOLDER, "src/dashboard/install");

/** What a browser needs to install the dashboard as an app: the manifest, and the icons that it names. */
export interface InstallFiles {
  manifest: StaticFile;
  icons: StaticFile[];
  /** The icon of a phone's home screen. */
  icon: StaticFile;
}

/**
 * Makes the manifest of the app (contract 35.2). Pages and programs can share a URL to it, which opens in the field for a
 * new link.
 * @param folder the folder of files with a hash in their name
 */
export async function toInstallFiles(folder: string): Promise<InstallFiles> {
  const read = async (size: number) => {
    const contents = await readFile(join(ICONS, `icon-${size}.png`));
    return { size, file: named(folder, `icon-${size}`, "png", contents) };
  };
  const icon = await read(192);
  const icons = [icon, await read(512)];
  const manifest = {
    id: "/",
    name: "Signpost",
    short_name: "Signpost",
    start_url: "/links",
    scope: "/",
    display: "standalone",
    theme_color: "#3b5bdb",
    background_color: "#3b5bdb",
    icons: icons.map(({ size, file }) => ({
      src: `/${file.path}`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: "any maskable",
    })),
    share_target: { action: "/share", method: "GET", params: { title: "title", text: "text", url: "url" } },
    shortcuts: [{ name: "New link", url: "/links?new=" }],
  };
  const contents = Buffer.from(JSON.stringify(manifest));
  return {
    manifest: named(folder, "app", "webmanifest", contents),
    icons: icons.map(({ file }) => file),
    icon: icon.file,
  };
}

function named(folder: string, name: string, ending: string, contents: Buffer): StaticFile {
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase();
  return { path: `${folder}/${name}-${hash}.${ending}`, contents };
}

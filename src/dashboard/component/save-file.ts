/** Lets the browser save a text as a file. @param type of its content, such as `text/csv` */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  // Elsewhere than in the page, an open dialog would swallow the click in some browsers.
  (document.querySelector("dialog[open]") ?? document.body).append(link);
  link.click();
  link.remove();
  // A browser that asks where to save reads the text later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Puts the focus on the first field that was refused, and unfolds what hides it. */
export function focusFirstError(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}

/** Returns the name of a field as a list of errors shows it: `destinations.1` is the second destination. */
export function labelOfField(path: string): string {
  return path
    .split(".")
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll("_", " ")))
    .join(" ");
}

/** Figures as the tables print them. */

/** With three digits that count. */
export function number(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 3 });
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

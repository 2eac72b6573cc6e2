import { at, cellOf, isObject } from "./json.ts";
import type { Draft, DraftSource, ImportRule, Moment } from "./row.ts";
import { parseCount, parseYesNo, splitLink, splitTags } from "./value.ts";

/** A name, or several of which files have one. */
type Name = string | readonly string[];

/** The names that a format has for the plain fields of a draft. */
export interface Names {
  /** A whole short link. */
  link?: Name;
  /** The back-half of a short link, and its hostname. */
  slug?: Name;
  host?: Name;
  /** The path or URL of a redirect. */
  source?: Name;
  target?: Name;
  title?: Name;
  description?: Name;
  tags?: Name;
  createdAt?: Name;
  starts?: Name;
  expires?: Name;
  expiredUrl?: Name;
  clicks?: Name;
  password?: Name;
  /** Destinations of phones. */
  ios?: string;
  android?: string;
  /** An object with destinations by country. */
  countries?: string;
}

/** A row of a table, an object of JSON or a row of a dump. Its values are found by the names of the format. */
export class Item {
  private readonly find: (name: string) => unknown;

  constructor(find: (name: string) => unknown) {
    this.find = find;
  }

  static ofObject(value: unknown): Item {
    return new Item((path) => at(value, ...path.split("/")));
  }

  /** Returns the first of these values that the row has. */
  value(names: Name = []): unknown {
    for (const name of [names].flat()) {
      const value = this.find(name);
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }

  /** Returns a text; empty for other values. */
  text(names?: Name): string {
    const value = this.value(names);
    return typeof value === "string" ? value : "";
  }

  /** Returns a text, number or boolean in the form of a table cell; empty for other values. */
  cell(names: Name): string {
    return cellOf(this.value(names));
  }

  /** Returns undefined if the row has no value, null if it is no boolean. */
  flag(names: Name): boolean | undefined | null {
    return parseYesNo(this.cell(names));
  }

  is(names: Name): boolean {
    return this.flag(names) === true;
  }

  count(names?: Name): number | undefined {
    return parseCount(this.value(names));
  }

  /** Returns the texts of a list, and the names of its objects. A cell has them with commas between. */
  tags(names?: Name): string[] {
    const value = this.value(names);
    if (!Array.isArray(value)) return splitTags(this.text(names), ",");
    return value.map((tag) => (isObject(tag) ? tag["name"] : tag)).filter((tag) => typeof tag === "string");
  }

  /** Returns a time with the first of its names, which a warning shows. */
  moment(names?: Name, unit: Moment["unit"] = "ms"): Moment | undefined {
    const value = this.value(names);
    const [name] = [names ?? []].flat();
    if (name === undefined || (typeof value !== "string" && typeof value !== "number")) return undefined;
    return { name, value, unit };
  }

  fields(names: Names): Omit<Draft, "line" | "text"> {
    const password = this.text(names.password);
    return {
      sources: this.sources(names),
      target: this.text(names.target),
      title: this.text(names.title),
      description: this.text(names.description),
      tags: this.tags(names.tags),
      createdAt: this.moment(names.createdAt),
      starts: this.moment(names.starts),
      expires: this.moment(names.expires),
      expiredUrl: this.text(names.expiredUrl),
      clicks: this.count(names.clicks),
      rules: this.rules(names),
      password: password.trim() === "" ? undefined : { kind: "plain", text: password },
    };
  }

  private sources({ link, slug, host, source }: Names): DraftSource[] {
    if (link !== undefined) return toLinkSources(this.text(link));
    if (slug !== undefined) return toAliasSources(this.text(slug), this.text(host));
    return source === undefined ? [] : [{ kind: "list", text: this.text(source) }];
  }

  /** The services evaluate the operating system of the phone first, then the country. */
  private rules({ ios, android, countries }: Names): ImportRule[] {
    const byPhone = Object.entries({ ios: this.text(ios), android: this.text(android) });
    const byCountry = this.value(countries);
    return [
      ...byPhone
        .filter(([, destination]) => destination.trim() !== "")
        .map(([os, destination]) => ({ if: { os: [os] }, destination })),
      ...Object.entries(isObject(byCountry) ? byCountry : {}).flatMap(([country, destination]) =>
        typeof destination === "string" ? [{ if: { country: [country] }, destination }] : [],
      ),
    ];
  }
}

/** Returns the source of a short link; none if it has no back-half. */
export function toAliasSources(slug: string, host?: string): DraftSource[] {
  return slug === "" ? [] : [{ kind: "alias", slug, host }];
}

/** Returns the sources of short links that are written as URLs. */
export function toLinkSources(...links: string[]): DraftSource[] {
  return links.flatMap((link) => {
    const place = splitLink(link);
    return place === null ? [] : { kind: "alias" as const, ...place };
  });
}

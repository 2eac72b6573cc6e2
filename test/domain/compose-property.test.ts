import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeLocation } from "../../src/domain/compose.ts";
import { prepareDestination } from "../../src/domain/prepare-destination.ts";
import { parseDestination } from "../../src/domain/destination.ts";
import { parameterName, splitQuery } from "../../src/domain/query.ts";
import { splitUrl } from "../../src/domain/url-parts.ts";
import { NO_UTM } from "../../src/domain/utm.ts";
import { nastyText, utmMembers, writtenUrl } from "../support/url-text.ts";

const destinations = writtenUrl
  .map(parseDestination)
  .filter((parsed) => parsed.ok)
  .map((parsed) => parsed.value);

/** Requests as the runtime hands them on. */
const requests = fc
  .tuple(nastyText, fc.option(nastyText))
  .map(([path, query]) => `https://old.example/${path}${query === null ? "" : `?${query}`}`)
  .filter((url) => URL.canParse(url))
  .map((url) => new URL(url))
  .map(({ pathname, search }) => ({ path: pathname, query: search === "" ? null : search.slice(1) }));

describe("for any accepted destination and any request", () => {
  test("[4.4] the Location has the destination's scheme, host and port, and no user", () => {
    fc.assert(
      fc.property(destinations, requests, utmMembers, (destination, { path, query }, utm) => {
        const asked = new URL(destination);
        const location = new URL(composeLocation(prepareDestination(destination, utm, true), path, query));
        expect(location.protocol).toBe(asked.protocol);
        expect(location.hostname).toBe(asked.hostname);
        expect(location.port).toBe(asked.port);
        expect(location.username + location.password).toBe("");
      }),
      { numRuns: 1_000 },
    );
  });

  test("the Location is printable ASCII, as a header has to be", () => {
    fc.assert(
      fc.property(destinations, requests, utmMembers, (destination, { path, query }, utm) => {
        const location = composeLocation(prepareDestination(destination, utm, true), path, query);
        expect(location).toMatch(/^[\x21-\x7e]+$/);
      }),
      { numRuns: 1_000 },
    );
  });

  test("[4.7] the destination's fragment survives", () => {
    fc.assert(
      fc.property(destinations, requests, utmMembers, (destination, { path, query }, utm) => {
        const location = composeLocation(prepareDestination(destination, utm, true), path, query);
        expect(new URL(location).hash).toBe(new URL(destination).hash);
      }),
    );
  });

  test("the forwarded path stands at the end of the path, behind exactly one slash", () => {
    fc.assert(
      fc.property(destinations, requests, (destination, { path }) => {
        const bare = splitUrl(composeLocation(prepareDestination(destination, NO_UTM, true), null, null));
        const spliced = splitUrl(composeLocation(prepareDestination(destination, NO_UTM, true), path, null));
        const tail = path.replace(/^\/+/, "");
        expect(spliced.path).toBe(tail === "" ? bare.path : `${bare.path.replace(/\/+$/, "")}/${tail}`);
      }),
    );
  });

  test("the visitor's parameters are all there, with their bytes and in their order", () => {
    fc.assert(
      fc.property(destinations, requests, utmMembers, (destination, { query }, utm) => {
        const location = composeLocation(prepareDestination(destination, utm, true), null, query);
        const composed = splitQuery(splitUrl(location).query ?? "");
        const sent = splitQuery(query ?? "").filter((segment) => segment !== "");
        for (const name of new Set(sent.map(parameterName))) {
          const ofName = (segments: string[]) =>
            segments.filter((segment) => segment !== "" && parameterName(segment) === name);
          expect(ofName(composed)).toEqual(ofName(sent));
        }
      }),
    );
  });

  test("names of the destination that the visitor did not send are untouched", () => {
    fc.assert(
      fc.property(destinations, requests, (destination, { query }) => {
        const prepared = prepareDestination(destination, NO_UTM, true);
        const sent = new Set(splitQuery(query ?? "").map(parameterName));
        const untouched = (location: string) =>
          splitQuery(splitUrl(location).query ?? "").filter(
            (segment) => segment !== "" && !sent.has(parameterName(segment)),
          );
        expect(untouched(composeLocation(prepared, null, query))).toEqual(untouched(prepared.url));
      }),
    );
  });
});

describe("what the owner wrote in URL characters", () => {
  const urlCharacters = fc.constantFrom(..."abcXYZ019-_.~!$&()*+,;=:@/%|[]");
  const urlText = fc.string({ unit: urlCharacters, maxLength: 30 });
  const written = fc
    .tuple(urlText, fc.option(urlText), fc.option(urlText))
    .map(
      ([path, query, fragment]) =>
        `https://Example.com:443/${path}${query === null ? "" : `?${query}`}${fragment === null ? "" : `#${fragment}`}`,
    );

  test("keeps its bytes where nothing is forwarded", () => {
    fc.assert(
      fc.property(written, (destination) => {
        expect(composeLocation(prepareDestination(destination, NO_UTM, true), null, null)).toBe(destination);
      }),
    );
  });

  test("[4.1] keeps its bytes around what is forwarded", () => {
    fc.assert(
      fc.property(written, (destination) => {
        const { origin, path, query, fragment } = splitUrl(destination);
        const location = composeLocation(prepareDestination(destination, NO_UTM, true), "more", "zz=1");
        const join = query === null || query === "" ? "?" : query.endsWith("&") ? `?${query}` : `?${query}&`;
        expect(location).toBe(`${origin}${path.replace(/\/+$/, "")}/more${join}zz=1${fragment}`);
      }),
    );
  });
});

import { ShlinkApiClient } from "@shlinkio/shlink-js-sdk";
import type { ProblemDetailsError } from "@shlinkio/shlink-js-sdk/api-contract";
import { FetchHttpClient } from "@shlinkio/shlink-js-sdk/fetch";
import { need, type Installation } from "./need.js";

/** The door for clients of Shlink, by every method of Shlink's own SDK. */
export async function useShlinkClient({ origin, token, host }: Installation): Promise<void> {
  const shlink = new ShlinkApiClient(new FetchHttpClient(), { baseUrl: origin, apiKey: token });
  const health = await shlink.health();
  need(health.status === "pass" && health.version === "4.1.1", "a version");
  await useShortUrls(shlink, host);
  await useRules(shlink);
  await useTags(shlink);
  await useDomains(shlink, host);
  await useVisits(shlink, host);
  await refuses(() => shlink.mercureInfo(), 501, "mercure-not-configured");

  const stranger = new ShlinkApiClient(new FetchHttpClient(), { baseUrl: origin, apiKey: "nobody" });
  await refuses(() => stranger.listTags(), 401, "invalid-api-key");
}

async function useShortUrls(shlink: ShlinkApiClient, host: string): Promise<void> {
  for (const code of ["sdk-a", "sdk-b", "sdk-c"]) {
    const made = await shlink.createShortUrl({
      longUrl: `https://example.org/${code}`,
      customSlug: code,
      tags: ["sdk", code],
      maxVisits: 9,
      validSince: "2020-01-01T00:00:00+00:00",
    });
    need(
      made.shortCode === code && made.domain === host && made.meta.maxVisits === 9,
      "the short URL that was made",
    );
  }
  const again = await shlink.createShortUrl({ longUrl: "https://example.org/sdk-a", findIfExists: true });
  need(again.shortCode === "sdk-a", "the existing short URL");
  const taken = { longUrl: "https://example.org/", customSlug: "sdk-a" };
  await refuses(() => shlink.createShortUrl(taken), 400, "non-unique-slug");
  const wrong = await refuses(() => shlink.createShortUrl({ longUrl: "ftp://x" }), 400, "invalid-data");
  need(wrong["invalidElements"][0] === "longUrl", "the invalid field");

  const list = { tags: ["sdk"], itemsPerPage: 2, orderBy: { field: "dateCreated", dir: "ASC" } } as const;
  const page = await shlink.listShortUrls({ ...list, tags: [...list.tags], page: "2" });
  need(page.data[0]?.shortCode === "sdk-c", "the second page");
  need(page.pagination.totalItems === 3 && page.pagination.pagesCount === 2, "its pagination");

  const edited = await shlink.updateShortUrl(
    { shortCode: "sdk-a", domain: host },
    { title: "SDK", maxVisits: null },
  );
  need(edited.title === "SDK" && edited.meta.maxVisits === null, "the edit");
  need((await shlink.getShortUrl({ shortCode: "sdk-a" })).title === "SDK", "the edited short URL");
  await shlink.deleteShortUrl({ shortCode: "sdk-c" });
  await refuses(() => shlink.getShortUrl({ shortCode: "sdk-c" }), 404, "short-url-not-found");
}

async function useRules(shlink: ShlinkApiClient): Promise<void> {
  const conditions = [{ type: "device" as const, matchKey: null, matchValue: "ios" }];
  const redirectRules = [{ longUrl: "https://example.org/ios", conditions }];
  const set = await shlink.setShortUrlRedirectRules({ shortCode: "sdk-a" }, { redirectRules });
  const read = await shlink.getShortUrlRedirectRules({ shortCode: "sdk-a" });
  need(JSON.stringify(set) === JSON.stringify(read) && read.redirectRules[0]?.priority === 1, "the rule");
}

async function useTags(shlink: ShlinkApiClient): Promise<void> {
  need((await shlink.listTags()).data.includes("sdk-b"), "a tag");
  await shlink.editTag({ oldName: "sdk-b", newName: "sdk-renamed" });
  await refuses(() => shlink.editTag({ oldName: "sdk-renamed", newName: "sdk" }), 409, "tag-conflict");
  const stats = await shlink.tagsStats();
  need(
    stats.data.find(({ tag }: { tag: string }) => tag === "sdk-renamed")?.shortUrlsCount === 1,
    "the renamed tag",
  );
  await shlink.deleteTags(["sdk-renamed"]);
  need(!(await shlink.listTags()).data.includes("sdk-renamed"), "no deleted tag");
}

async function useDomains(shlink: ShlinkApiClient, host: string): Promise<void> {
  const { data } = await shlink.listDomains();
  need(data[0]?.domain === host && data[0].isDefault, "the domain");
  const url = "https://example.org/missed";
  const all = { baseUrlRedirect: url, regular404Redirect: url, invalidShortUrlRedirect: url };
  const edited = await shlink.editDomainRedirects({ domain: host, ...all });
  need(edited.regular404Redirect === url, "the redirect of the domain");
}

async function useVisits(shlink: ShlinkApiClient, host: string): Promise<void> {
  const { nonOrphanVisits, orphanVisits } = await shlink.getVisitsOverview();
  need(nonOrphanVisits.total >= 0 && orphanVisits.total >= 0, "numbers of visits");
  for (const { data, pagination } of [
    await shlink.getShortUrlVisits({ shortCode: "sdk-a", domain: host }, { excludeBots: true }),
    await shlink.getTagVisits("sdk", { page: 1, itemsPerPage: 5000 }),
    await shlink.getDomainVisits(host),
    await shlink.getOrphanVisits({ type: "base_url" }),
    await shlink.getNonOrphanVisits({ startDate: "2026-01-01T00:00:00Z" }),
  ]) {
    need(data.length === 0 && pagination.totalItems === 0, "no single visits");
  }
  need((await shlink.deleteShortUrlVisits({ shortCode: "sdk-a" })).deletedVisits === 0, "deleted visits");
  await refuses(() => shlink.deleteOrphanVisits(), 501, "not-supported");
}

/** Returns the error that the SDK throws. */
async function refuses(
  call: () => Promise<unknown>,
  status: number,
  type: string,
): Promise<ProblemDetailsError> {
  try {
    await call();
  } catch (error) {
    const problem = error as ProblemDetailsError;
    need(
      problem.status === status && problem.type === `https://shlink.io/api/error/${type}`,
      `${status} ${type}`,
    );
    return problem;
  }
  throw new Error(`Expected: ${status} ${type}`);
}

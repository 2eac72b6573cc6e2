import { expect, it } from "vitest";
import { FRAME_POLICY, framePage } from "../../src/visitor/pages/frame-page.ts";
import { MESSAGE_POLICY, messagePage } from "../../src/visitor/pages/message-page.ts";

async function hashOfStyle(html: string): Promise<string> {
  const [, style = ""] = /<style>([^]*)<\/style>/.exec(html) ?? [];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

it.each([
  ["the message page", messagePage("a title", "a text"), MESSAGE_POLICY],
  ["the frame page", framePage("https://example.com/", "a title", "a text"), FRAME_POLICY],
])("allows exactly the style of %s", async (_, html, policy) => {
  expect(policy).toContain(`style-src '${await hashOfStyle(html)}'`);
});

it("escapes whatever an owner wrote into a frame page", () => {
  const hostile = `"><script>alert(1)</script>&'`;
  const html = framePage(`https://example.com/?a="><b>&c='`, hostile, hostile);
  expect(html).not.toContain("<script>");
  expect(html).toContain('src="https://example.com/?a=&quot;&gt;&lt;b&gt;&amp;c=&#39;"');
  expect(html.match(/&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;&amp;&#39;/g)).toHaveLength(3);
});

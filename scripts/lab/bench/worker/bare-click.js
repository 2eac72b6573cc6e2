// What a counted redirect cannot leave out, and nothing else: it finds the URL in a Map, reads the method and the six
// headers that decide about a click, keeps the click, and sends 250 of them, or those of a second, as one message.
const MAX_CLICKS = 250;
const locations = new Map();
let clicks = null;

function locationOf(url) {
  const known = locations.get(url);
  if (known !== undefined) return known;
  const location = `https://example.com/landing${url.slice(url.indexOf("/", 8))}?id=7#top`;
  locations.set(url, location);
  return location;
}

async function sendLater(own, queue) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  if (own === clicks) await send(queue);
}

function send(queue) {
  const message = { kind: "clicks", id: crypto.randomUUID(), clicks };
  clicks = null;
  return queue.send(message);
}

export default {
  fetch(request, env, context) {
    const { url, method, headers } = request;
    const location = locationOf(url);
    const isPrefetch = headers.get("Sec-Purpose") !== null || headers.get("Purpose") !== null;
    if (method !== "HEAD" && !isPrefetch) {
      if (clicks === null) {
        clicks = [];
        context.waitUntil(sendLater(clicks, env.CLICKS));
      }
      clicks.push([
        location,
        Date.now(),
        0,
        headers.get("CF-IPCountry") ?? "",
        headers.get("Referer") ?? "",
        headers.get("User-Agent") ?? "",
        headers.get("Accept-Language") ?? "",
      ]);
      if (clicks.length >= MAX_CLICKS) context.waitUntil(send(env.CLICKS));
    }
    return new Response(null, { status: 302, headers: { Location: location, "Cache-Control": "no-store" } });
  },
};

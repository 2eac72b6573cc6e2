// Stands in for the KV service: answers reads from a table in memory, as the runtime asks for them.
import table from "table.json";

const values = new Map(Object.entries(table));

export default {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/bulk/get") {
      const { keys } = await request.json();
      const found = Object.fromEntries(keys.map((key) => [key, values.get(key) ?? null]));
      return new Response(JSON.stringify(found), { headers: { "Content-Type": "application/json" } });
    }
    const value = values.get(decodeURIComponent(pathname.slice(1)));
    return value === undefined ? new Response(null, { status: 404 }) : new Response(value);
  },
};

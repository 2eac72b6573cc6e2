import { visit } from "./workspace.ts";

export const DESTINATION = "https://secret.example/inside?a=1";
export const PASSWORD = "open sesame";

/** The fields of a link with a password. */
export const PROTECTED = { destination: DESTINATION, password: PASSWORD };

export function postPassword(
  url: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return visit(url, { method: "POST", body: new URLSearchParams({ password }), headers });
}

/** Returns the cookie that a response sets, as the next request sends it. */
export function cookieOf(response: Response): string {
  return response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
}

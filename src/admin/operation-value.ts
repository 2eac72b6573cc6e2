/** Values that the examples of several operations have in common. */

export const ID = "0198c0de-7a10-7000-8000-000000000001";
export const USER_ID = "0198c0de-7a10-7000-8000-000000000003";
export const MOMENT = "2026-01-31T09:30:00.000Z";
export const HOST = "go.example.com";
export const CURSOR = { current: null, prev: null, next: null, count: 1 };
export const user = { id: USER_ID, name: "Ada Lovelace" };
export const deleted = { data: null };
export const page = (item: unknown) => ({ data: [item], meta: { cursor: CURSOR } });

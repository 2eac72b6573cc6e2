-- Sign-ins to the dashboard. A call with the cookie reads the token again: whoever revokes it ends its sessions.
CREATE TABLE sessions (
  -- SHA-256 of the random id in the cookie, hexadecimal.
  hash TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  -- The user who is signed in.
  user_id TEXT NOT NULL,
  -- SHA-256 of the token that opened it, as in `tokens`; null if Cloudflare Access did.
  token_hash TEXT,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  -- When the user showed the token last; null if a code opened the session.
  proven_at INTEGER
) WITHOUT ROWID;
CREATE INDEX sessions_by_end ON sessions (ends_at);
CREATE INDEX sessions_by_workspace ON sessions (workspace_id);

-- Codes that sign in once, in the link that `npm start` prints.
CREATE TABLE sign_in_codes (
  -- SHA-256 of the code, hexadecimal.
  hash TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Finds the members that an address of Cloudflare Access stands for.
CREATE INDEX users_by_email ON users (email) WHERE email <> '';

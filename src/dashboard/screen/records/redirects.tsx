import { Records } from "./records.tsx";

export default function Redirects() {
  return <Records section="redirects" />;
}

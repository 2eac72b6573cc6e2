import { isLink, type RecordForm } from "../record-form.ts";
import { t } from "../../../text/text.ts";
import { shareOf, type Share } from "../share.ts";

const MESSENGERS = ["WhatsApp", "Slack", "iMessage", "X"] as const;
type Messenger = (typeof MESSENGERS)[number];

/** How messengers and networks show the link in the form, as our own drawings (contract 35.22). */
export function SharePreview({ form }: { form: RecordForm }) {
  const share = shareOf(form, isLink(form));
  if (share === null) return <p class="small muted">{t("share.none")}</p>;
  return (
    <section class="stack-small" aria-label={t("share.title")}>
      <h3>{t("share.title")}</h3>
      <ul class="shares">
        {MESSENGERS.map((messenger) => (
          <li key={messenger} class="stack-small">
            <span class="small muted">{messenger}</span>
            <Card messenger={messenger} share={share} />
          </li>
        ))}
      </ul>
      <p class="small muted">{t("share.note")}</p>
    </section>
  );
}

function Card({ messenger, share }: { messenger: Messenger; share: Share }) {
  const { title, description, site } = share;
  const text = <span class="share-text">{title}</span>;
  const about = description !== "" && <span class="share-about">{description}</span>;
  switch (messenger) {
    case "WhatsApp":
      return (
        <div class="share share-bubble">
          <div class="share-box">
            <Picture share={share} />
            <div class="share-words">
              {text}
              {about}
              <span class="share-site">{site}</span>
            </div>
          </div>
          <span class="share-link">{share.url}</span>
        </div>
      );
    case "Slack":
      return (
        <div class="share share-quote">
          <span class="share-site">{site}</span>
          <span class="share-link">{title}</span>
          {about}
          <Picture share={share} />
        </div>
      );
    case "iMessage":
      return (
        <div class="share share-bubble">
          <Picture share={share} />
          <div class="share-words">
            {text}
            <span class="share-site">{site}</span>
          </div>
        </div>
      );
    case "X":
      return (
        <div class="share share-frame">
          <div class="share-box">
            <Picture share={share} />
            <span class="share-over">{title}</span>
          </div>
          <span class="share-site">{t("share.from", { site })}</span>
        </div>
      );
  }
}

/** The page may load no picture from elsewhere, so that only a stored one is drawn. */
function Picture({ share: { picture } }: { share: Share }) {
  if (picture === null) return null;
  return "file" in picture ? (
    <img class="share-picture" src={`/v1/files/${encodeURIComponent(picture.file)}`} alt="" />
  ) : (
    <span class="share-picture share-elsewhere">{t("share.elsewhere", { host: picture.host })}</span>
  );
}

import type { Texts } from "./texts.ts";

export const ja: Texts = {
  unknownHost: {
    title: "ここにはまだリンクがありません",
    text: "このホスト名はどのリンクにも接続されていません。入力ミスがないかご確認ください。",
  },
  notFound: {
    title: "リンクが見つかりません",
    text: "このアドレスの行き先はありません。入力ミスがないかご確認ください。",
  },
  paused: {
    title: "このリンクは一時停止中です",
    text: "所有者が一時的に無効にしています。",
  },
  expired: {
    title: "このリンクは期限切れです",
    text: "新しいリンクが必要です。",
  },
  unavailable: {
    title: "一時的に利用できません",
    text: "現在、このリンクを開くことができません。",
  },
  methodNotAllowed: {
    title: "この操作はできません",
    text: "このリンクは開くことしかできません。",
  },
  warning: {
    title: "このリンクはブロックされています",
    text: "リンク先は危険なサイトとして登録されています。",
  },
  gate: {
    title: "このリンクは保護されています",
    text: "開くにはパスワードを入力してください。",
  },
  password: "パスワード",
  wrongPassword: "パスワードが正しくありません。",
  tooMany: {
    title: "試行回数が多すぎます",
    text: "誤ったパスワードが何度も入力されました。",
  },
  askSource: "リンクの提供元にお問い合わせください。",
  tryAgainIn: (minutes) => `${minutes}分後にもう一度お試しください。`,
  leavePage: "何も開かれていません。このページを閉じてかまいません。",
  openLink: "リンクを開く",
  leadsTo: "このリンクの行き先",
  qrCode: "このリンクのQRコード",
};

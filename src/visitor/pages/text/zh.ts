import type { Texts } from "./texts.ts";

export const zh: Texts = {
  unknownHost: {
    title: "这里还没有链接",
    text: "此主机名尚未连接任何链接。请检查是否输入有误。",
  },
  notFound: {
    title: "找不到链接",
    text: "此地址没有指向任何内容。请检查是否输入有误。",
  },
  paused: {
    title: "此链接已暂停",
    text: "链接所有者暂时停用了它。",
  },
  expired: {
    title: "此链接已过期",
    text: "您需要一个新的链接。",
  },
  unavailable: {
    title: "暂时无法使用",
    text: "目前无法打开此链接。",
  },
  methodNotAllowed: {
    title: "此处不支持该操作",
    text: "此链接仅供访问。",
  },
  warning: {
    title: "此链接已被拦截",
    text: "目标网站已被列为危险网站。",
  },
  gate: {
    title: "此链接受密码保护",
    text: "请输入密码以打开链接。",
  },
  password: "密码",
  wrongPassword: "密码不正确。",
  tooMany: {
    title: "尝试次数过多",
    text: "输入错误密码的次数过多。",
  },
  askSource: "请询问提供链接的人。",
  tryAgainIn: (minutes) => `请 ${minutes} 分钟后再试。`,
  leavePage: "没有打开任何内容。您可以关闭此页面。",
  openLink: "打开链接",
  leadsTo: "此链接指向",
  qrCode: "此链接的二维码",
};

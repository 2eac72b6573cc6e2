import type { Texts } from "./texts.ts";

export const ar: Texts = {
  unknownHost: {
    title: "لا توجد روابط هنا بعد",
    text: "اسم المضيف هذا غير متصل بأي روابط. تحقق من خلوه من الأخطاء الإملائية.",
  },
  notFound: {
    title: "الرابط غير موجود",
    text: "هذا العنوان لا يؤدي إلى أي مكان. تحقق من خلوه من الأخطاء الإملائية.",
  },
  paused: {
    title: "هذا الرابط متوقف مؤقتًا",
    text: "أوقفه مالكه في الوقت الحالي.",
  },
  expired: {
    title: "انتهت صلاحية هذا الرابط",
    text: "تحتاج إلى رابط جديد.",
  },
  unavailable: {
    title: "غير متاح مؤقتًا",
    text: "لا يمكن فتح هذا الرابط في الوقت الحالي.",
  },
  methodNotAllowed: {
    title: "هذا غير ممكن هنا",
    text: "لا يمكن سوى فتح هذا الرابط.",
  },
  warning: {
    title: "هذا الرابط محظور",
    text: "وجهته مدرجة ضمن المواقع الخطرة.",
  },
  gate: {
    title: "هذا الرابط محمي",
    text: "أدخل كلمة المرور لفتحه.",
  },
  password: "كلمة المرور",
  wrongPassword: "كلمة المرور غير صحيحة.",
  tooMany: {
    title: "محاولات كثيرة جدًا",
    text: "أُدخلت كلمة مرور خاطئة مرات كثيرة.",
  },
  askSource: "اسأل من أعطاك الرابط.",
  // Written so that the noun keeps one form whatever the number.
  tryAgainIn: (minutes) => `حاول مرة أخرى لاحقًا. الدقائق المتبقية: ${minutes}.`,
  leavePage: "لم يُفتح أي شيء. يمكنك إغلاق هذه الصفحة.",
  openLink: "افتح الرابط",
  leadsTo: "يؤدي هذا الرابط إلى",
  qrCode: "رمز QR لهذا الرابط",
};

import type { Locale } from "#lib/server/auth/locale.ts";
import type { LinkKind, OtpKind } from "./message.ts";

interface Wording {
  subject: string;
  title: string;
  /** What to do with the code or link. */
  request: string;
}

interface Wordings {
  codes: Record<OtpKind, Wording>;
  links: Record<LinkKind, Wording & { button: string }>;
  codeLife: string;
  linkLife: string;
  /** Under the button, before the bare address. */
  orCopy: string;
  codeUnasked: string;
  linkUnasked: string;
}

/** Subjects of codes hold `{code}`, so that a notification is enough to read it. */
export const WORDINGS: Record<Locale, Wordings> = {
  en: {
    codes: {
      "sign-in": {
        subject: "{code} is your Wayfare sign-in code",
        title: "Sign in to Wayfare",
        request: "Enter this code to sign in:",
      },
      "email-verification": {
        subject: "{code} is your Wayfare verification code",
        title: "Confirm your email address",
        request: "Enter this code to confirm that this address is yours:",
      },
      "forget-password": {
        subject: "{code} is your Wayfare password reset code",
        title: "Reset your password",
        request: "Enter this code to choose a new password:",
      },
      "change-email": {
        subject: "{code} is your Wayfare code for the change of address",
        title: "Change your email address",
        request: "Enter this code to confirm the change of your address:",
      },
    },
    links: {
      "reset-password": {
        subject: "Reset your Wayfare password",
        title: "Reset your password",
        request: "Open this link to choose a new password.",
        button: "Choose a new password",
      },
      "change-email-confirmation": {
        subject: "Confirm the change of your Wayfare address",
        title: "Change your email address",
        request: "Open this link to confirm the change of your email address.",
        button: "Confirm the change",
      },
    },
    codeLife: "It works once, within 5 minutes.",
    linkLife: "The link works within 1 hour.",
    orCopy: "Or copy this address into your browser:",
    codeUnasked:
      "You didn't ask for it? Then ignore this mail, and give the code to nobody: we never ask for it.",
    linkUnasked: "You didn't ask for it? Then ignore this mail: nothing changes.",
  },
  zh: {
    codes: {
      "sign-in": {
        subject: "{code} 是你的 Wayfare 登录验证码",
        title: "登录 Wayfare",
        request: "输入以下验证码完成登录：",
      },
      "email-verification": {
        subject: "{code} 是你的 Wayfare 邮箱验证码",
        title: "验证你的邮箱",
        request: "输入以下验证码，确认这是你的邮箱：",
      },
      "forget-password": {
        subject: "{code} 是你的 Wayfare 密码重置验证码",
        title: "重置密码",
        request: "输入以下验证码，设置新密码：",
      },
      "change-email": {
        subject: "{code} 是你的 Wayfare 更换邮箱验证码",
        title: "更换邮箱",
        request: "输入以下验证码，确认更换邮箱：",
      },
    },
    links: {
      "reset-password": {
        subject: "重置你的 Wayfare 密码",
        title: "重置密码",
        request: "打开以下链接，设置新密码。",
        button: "设置新密码",
      },
      "change-email-confirmation": {
        subject: "确认更换你的 Wayfare 邮箱",
        title: "更换邮箱",
        request: "打开以下链接，确认更换邮箱。",
        button: "确认更换",
      },
    },
    codeLife: "验证码仅可使用一次，5 分钟内有效。",
    linkLife: "链接 1 小时内有效。",
    orCopy: "或将以下地址复制到浏览器：",
    codeUnasked: "如果不是你本人的操作，请忽略此邮件，也不要把验证码告诉任何人：我们绝不会向你索要。",
    linkUnasked: "如果不是你本人的操作，请忽略此邮件，一切不会改变。",
  },
};

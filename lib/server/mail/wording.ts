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
        subject: "{code} is your Wayfare email change code",
        title: "Change your email address",
        request: "Enter this code to continue changing your email address:",
      },
    },
    links: {
      "reset-password": {
        subject: "Reset your Wayfare password",
        title: "Reset your password",
        request: "Open the link to choose a new password.",
        button: "Choose a new password",
      },
      "change-email-confirmation": {
        subject: "Confirm the change of your Wayfare email address",
        title: "Change your email address",
        request: "Open the link to confirm that your email address is to be {address}.",
        button: "Confirm the change",
      },
    },
    codeLife: "The code works once, within 5 minutes.",
    linkLife: "The link works for 1 hour.",
    orCopy: "Or copy this address into your browser:",
    codeUnasked:
      "If you didn't ask for this, ignore this email and give the code to nobody. We will never ask you for it.",
    linkUnasked: "If you didn't ask for this, ignore this email and nothing will change.",
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
        request: "输入以下验证码，继续更换邮箱：",
      },
    },
    links: {
      "reset-password": {
        subject: "重置你的 Wayfare 密码",
        title: "重置密码",
        request: "打开链接，设置新密码。",
        button: "设置新密码",
      },
      "change-email-confirmation": {
        subject: "确认更换你的 Wayfare 邮箱",
        title: "更换邮箱",
        request: "打开链接，确认将邮箱更换为 {address}。",
        button: "确认更换",
      },
    },
    codeLife: "验证码 5 分钟内有效，仅可使用一次。",
    linkLife: "链接 1 小时内有效。",
    orCopy: "或将以下地址复制到浏览器打开：",
    codeUnasked: "如果不是你本人操作，请忽略此邮件，也不要把验证码告诉任何人。我们绝不会向你索要验证码。",
    linkUnasked: "如果不是你本人操作，请忽略此邮件，你的账号不会有任何变化。",
  },
};

import type { Locale } from "#lib/server/auth/locale.ts";
import type { CodeUse, LinkKind } from "./message.ts";

interface Wording {
  subject: string;
  title: string;
  /** What to do with the code or link. */
  request: string;
}

interface CodePower {
  /** What somebody with the code can do. */
  power: string;
}

interface Wordings {
  codes: Record<CodeUse, Wording & CodePower>;
  links: Record<LinkKind, Wording & { button: string }>;
  codeLife: string;
  linkLife: string;
  /** The text under the button, before the URL. */
  orCopy: string;
  /** The text for somebody who did not request the code; it contains `{power}`. */
  codeUnasked: string;
  linkUnasked: string;
}

/** The texts of mails. Subjects of codes contain `{code}`, so that a notification shows the code. */
export const WORDINGS: Record<Locale, Wordings> = {
  en: {
    codes: {
      "sign-in": {
        subject: "{code} is your Wayfare sign-in code",
        title: "Sign in to Wayfare",
        request: "Enter this code to sign in:",
        power: "This code signs in to your Wayfare account.",
      },
      "email-verification": {
        subject: "{code} is your Wayfare verification code",
        title: "Confirm your email address",
        request: "Enter this code to confirm that this address is yours:",
        power: "This code opens the Wayfare account that has this address.",
      },
      "forget-password": {
        subject: "{code} is your Wayfare password reset code",
        title: "Reset your password",
        request: "Enter this code to choose a new password:",
        power: "This code sets a new password for your Wayfare account and ends all its sessions.",
      },
      "change-email": {
        subject: "{code} is your Wayfare email change code",
        title: "Change your email address",
        request: "Enter this code in Wayfare, where you are signed in, to change your email address:",
        power: "This code lets your Wayfare account move to another address. It can't sign anybody in.",
      },
      "new-address": {
        subject: "{code} is your Wayfare email change code",
        title: "Confirm your new email address",
        request: "Enter this code in Wayfare, where you are signed in, to use this address from now on:",
        power:
          "This code gives this address to the Wayfare account that asked for it. It can't sign anybody in.",
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
      "{power} Give it to nobody: no one, and nobody at Wayfare, will ever ask you for it. If you didn't ask for this code, ignore this email.",
    linkUnasked: "If you didn't ask for this, ignore this email and nothing will change.",
  },
  zh: {
    codes: {
      "sign-in": {
        subject: "{code} 是你的 Wayfare 登录验证码",
        title: "登录 Wayfare",
        request: "输入以下验证码完成登录：",
        power: "凭此验证码可以登录你的 Wayfare 账号。",
      },
      "email-verification": {
        subject: "{code} 是你的 Wayfare 邮箱验证码",
        title: "验证你的邮箱",
        request: "输入以下验证码，确认这是你的邮箱：",
        power: "凭此验证码可以进入使用此邮箱的 Wayfare 账号。",
      },
      "forget-password": {
        subject: "{code} 是你的 Wayfare 密码重置验证码",
        title: "重置密码",
        request: "输入以下验证码，设置新密码：",
        power: "凭此验证码可以为你的 Wayfare 账号设置新密码，并退出所有设备。",
      },
      "change-email": {
        subject: "{code} 是你的 Wayfare 更换邮箱验证码",
        title: "更换邮箱",
        request: "在已登录的 Wayfare 中输入以下验证码，继续更换邮箱：",
        power: "凭此验证码，你的 Wayfare 账号可以换用另一个邮箱，但不能用来登录。",
      },
      "new-address": {
        subject: "{code} 是你的 Wayfare 更换邮箱验证码",
        title: "确认新邮箱",
        request: "在已登录的 Wayfare 中输入以下验证码，今后使用此邮箱：",
        power: "凭此验证码，提出更换的 Wayfare 账号将使用此邮箱，但不能用来登录。",
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
    codeUnasked:
      "{power}请勿把验证码告诉任何人：任何人（包括 Wayfare 工作人员）都不会向你索要。如果不是你本人操作，请忽略此邮件。",
    linkUnasked: "如果不是你本人操作，请忽略此邮件，你的账号不会有任何变化。",
  },
};

import type { Locale } from "#lib/server/auth/locale.ts";
import type { NoticeKind } from "./message.ts";

interface NoticeWording {
  subject: string;
  title: string;
  /** What happened; the text contains `{when}` and `{device}`. */
  event: string;
  /** What the reader should do if somebody else made the change. */
  otherwise: string;
  /** The page of the web app for a reader who did not make the change. */
  page: "/account" | "/forgot-password";
  button: string;
}

interface NoticeWordings {
  notices: Record<NoticeKind, NoticeWording>;
  /** The text for readers who made the change themselves. */
  nothingToDo: string;
  devices: { on: string; app: string; appOn: string; miniProgram: string; unknown: string };
}

const EN = { account: "Check your account", reset: "Choose a new password" };
const ZH = { account: "查看账号", reset: "设置新密码" };
const EN_RESET =
  "If this wasn't you, choose a new password now: that ends all sessions. Then look at your devices and sign-in methods on the account page.";
const EN_ACCOUNT =
  "If this wasn't you, sign out the devices that you don't know on the account page, and choose a new password.";
const ZH_RESET =
  "如果不是你本人操作，请立即设置新密码，所有设备都会退出登录。然后在账号页检查设备和登录方式。";
const ZH_ACCOUNT = "如果不是你本人操作，请在账号页退出不认识的设备，并设置新密码。";

export const NOTICE_WORDINGS: Record<Locale, NoticeWordings> = {
  en: {
    notices: {
      "password-set": {
        subject: "A password was set for your Wayfare account",
        title: "A password was set",
        event: "Your Wayfare account got its first password on {when}, with {device}.",
        otherwise: EN_RESET,
        page: "/forgot-password",
        button: EN.reset,
      },
      "password-changed": {
        subject: "Your Wayfare password was changed",
        title: "Your password was changed",
        event: "The password of your Wayfare account was changed on {when}, with {device}.",
        otherwise: EN_RESET,
        page: "/forgot-password",
        button: EN.reset,
      },
      "password-reset": {
        subject: "Your Wayfare password was reset",
        title: "Your password was reset",
        event:
          "A mail to this address was used to set a new password for your Wayfare account on {when}, with {device}. All devices were signed out.",
        otherwise: `${EN_RESET} Somebody may be able to read your mail: change the password of your mailbox too.`,
        page: "/forgot-password",
        button: EN.reset,
      },
      "address-changed": {
        subject: "The email address of your Wayfare account was changed",
        title: "Your email address was changed",
        event:
          "Your Wayfare account was moved from this address to another one on {when}, with {device}. From now on, this address can't sign in.",
        otherwise:
          "If this wasn't you, somebody can read your mail and use your account: change the password of your mailbox, and write at once to whoever runs this Wayfare service. Where you are still signed in, change your password and sign out all other devices.",
        page: "/account",
        button: EN.account,
      },
      "two-factor-on": {
        subject: "Two-factor authentication is on for your Wayfare account",
        title: "Two-factor authentication was turned on",
        event:
          "Two-factor authentication was turned on for your Wayfare account on {when}, with {device}. From now on, signing in takes a code of the authenticator app too.",
        otherwise: `${EN_ACCOUNT} If you can't sign in without that app, write to whoever runs this Wayfare service.`,
        page: "/account",
        button: EN.account,
      },
      "two-factor-off": {
        subject: "Two-factor authentication is off for your Wayfare account",
        title: "Two-factor authentication was turned off",
        event:
          "Two-factor authentication was turned off for your Wayfare account on {when}, with {device}. Signing in takes no second code any more.",
        otherwise: `${EN_ACCOUNT} Then turn two-factor authentication on again.`,
        page: "/account",
        button: EN.account,
      },
      "backup-codes-renewed": {
        subject: "New backup codes for your Wayfare account",
        title: "New backup codes were made",
        event:
          "New backup codes were made for your Wayfare account on {when}, with {device}. The old ones no longer work.",
        otherwise: `${EN_ACCOUNT} Then make new backup codes.`,
        page: "/account",
        button: EN.account,
      },
      "provider-linked": {
        subject: "Another way to sign in to your Wayfare account",
        title: "A way to sign in was added",
        event:
          "A sign-in provider was linked to your Wayfare account on {when}, with {device}. Whoever has that identity can sign in with it.",
        otherwise: "If this wasn't you, remove it on the account page and choose a new password.",
        page: "/account",
        button: EN.account,
      },
      "new-device": {
        subject: "New sign-in to your Wayfare account",
        title: "A sign-in on a new device",
        event:
          "Somebody signed in to your Wayfare account on {when}, with {device}, which was not used for it before.",
        otherwise: EN_RESET,
        page: "/forgot-password",
        button: EN.reset,
      },
    },
    nothingToDo: "If this was you, there is nothing to do.",
    devices: {
      on: "{browser} on {system}",
      app: "an app",
      appOn: "an app on {system}",
      miniProgram: "a mini-program",
      unknown: "an unknown device",
    },
  },
  zh: {
    notices: {
      "password-set": {
        subject: "你的 Wayfare 账号已设置密码",
        title: "已设置密码",
        event: "你的 Wayfare 账号于 {when} 首次设置了密码，使用的设备：{device}。",
        otherwise: ZH_RESET,
        page: "/forgot-password",
        button: ZH.reset,
      },
      "password-changed": {
        subject: "你的 Wayfare 密码已更改",
        title: "密码已更改",
        event: "你的 Wayfare 账号密码于 {when} 被更改，使用的设备：{device}。",
        otherwise: ZH_RESET,
        page: "/forgot-password",
        button: ZH.reset,
      },
      "password-reset": {
        subject: "你的 Wayfare 密码已重置",
        title: "密码已重置",
        event:
          "有人于 {when} 通过发往此邮箱的邮件重置了你的 Wayfare 账号密码，使用的设备：{device}。所有设备均已退出登录。",
        otherwise: `${ZH_RESET}可能有人能读到你的邮件，请同时更改邮箱的密码。`,
        page: "/forgot-password",
        button: ZH.reset,
      },
      "address-changed": {
        subject: "你的 Wayfare 账号邮箱已更换",
        title: "邮箱已更换",
        event:
          "你的 Wayfare 账号于 {when} 从此邮箱换到了另一个邮箱，使用的设备：{device}。今后无法再用此邮箱登录。",
        otherwise:
          "如果不是你本人操作，说明有人能读到你的邮件并使用你的账号：请更改邮箱的密码，并立即联系此 Wayfare 服务的运营者。如果你在某台设备上仍处于登录状态，请更改密码并退出其他所有设备。",
        page: "/account",
        button: ZH.account,
      },
      "two-factor-on": {
        subject: "你的 Wayfare 账号已开启两步验证",
        title: "已开启两步验证",
        event:
          "你的 Wayfare 账号于 {when} 开启了两步验证，使用的设备：{device}。今后登录还需要验证器应用中的验证码。",
        otherwise: `${ZH_ACCOUNT}如果没有该应用就无法登录，请联系此 Wayfare 服务的运营者。`,
        page: "/account",
        button: ZH.account,
      },
      "two-factor-off": {
        subject: "你的 Wayfare 账号已关闭两步验证",
        title: "已关闭两步验证",
        event: "你的 Wayfare 账号于 {when} 关闭了两步验证，使用的设备：{device}。登录不再需要第二个验证码。",
        otherwise: `${ZH_ACCOUNT}然后重新开启两步验证。`,
        page: "/account",
        button: ZH.account,
      },
      "backup-codes-renewed": {
        subject: "你的 Wayfare 账号有了新的备用码",
        title: "已生成新的备用码",
        event: "你的 Wayfare 账号于 {when} 生成了新的备用码，使用的设备：{device}。旧的备用码已失效。",
        otherwise: `${ZH_ACCOUNT}然后重新生成备用码。`,
        page: "/account",
        button: ZH.account,
      },
      "provider-linked": {
        subject: "你的 Wayfare 账号新增了登录方式",
        title: "新增了登录方式",
        event:
          "你的 Wayfare 账号于 {when} 关联了一个登录服务，使用的设备：{device}。拥有该身份的人可以用它登录。",
        otherwise: "如果不是你本人操作，请在账号页移除它，并设置新密码。",
        page: "/account",
        button: ZH.account,
      },
      "new-device": {
        subject: "你的 Wayfare 账号有新的登录",
        title: "新设备登录",
        event: "有人于 {when} 登录了你的 Wayfare 账号，使用的设备此前没有用过：{device}。",
        otherwise: ZH_RESET,
        page: "/forgot-password",
        button: ZH.reset,
      },
    },
    nothingToDo: "如果是你本人操作，则无需处理。",
    devices: {
      on: "{system} 上的 {browser}",
      app: "应用",
      appOn: "{system} 上的应用",
      miniProgram: "小程序",
      unknown: "未知设备",
    },
  },
};

import { chineseNumber, extractWhen } from "./chinese-when.ts";
import { firstIntent, type Groups, type Intent, isWhenGiven, type Rule } from "./intents.ts";

const POLITE =
  /^(?:你好|您好|请问|请|麻烦你?|帮我们?|帮忙|给我们?|能不能|能否|可以|我们?想要?|我们?要|那|再|也|还有|然后|顺便|[，,、\s])+/;
const END = /(?:好吗|可以吗|行吗|谢谢|吧|吗|呢|呀|[\s？?。.！!，,])+$/;

const CURRENCIES: readonly [RegExp, string][] = [
  [/^(?:日元|円)$/, "JPY"],
  [/^欧元?$/, "EUR"],
  [/^(?:美元|美金|刀)$/, "USD"],
  [/^(?:人民币|元|块钱?)$/, "CNY"],
  [/^英镑$/, "GBP"],
];
const MONEY =
  "(?<amount>\\d[\\d,]*(?:\\.\\d+)?)\\s*(?<unit>日元|円|欧元?|美元|美金|刀|人民币|元|块钱?|英镑)?";
const COUNT = "(?<count>[一二两三四五六七八九十]|\\d{1,2})\\s*个?(?<unit>天|日|周|星期)";

/** The rules that read an intent from a Chinese sentence; the first rule that matches is used. */
const RULES: readonly Rule[] = [
  { pattern: /^(?:帮助|你(?:能|会|可以)(?:做|干)(?:什么|啥)|你是谁|谢谢|)$/, read: () => ({ do: "help" }) },
  { pattern: /谁欠|欠谁|欠多少|欠款|结算|怎么分账|账单|余额/, read: () => ({ do: "balances" }) },
  {
    pattern: new RegExp(
      `^(?:如果|要是|假如|我们|整个?行程|行程|全部|整体|出发|把行程|日期)*(?<side>晚|推迟|延后|早|提前)(?:去|走|出发)?${COUNT}`,
    ),
    read: shift,
  },
  { pattern: new RegExp(`^(?:如果|要是|假如|我们|行程)*(?<side>晚|早)(?:去|走|出发)?${COUNT}`), read: shift },
  {
    pattern: new RegExp(
      `^(?:记一笔|记账|我付了|我花了|花了|付了|我们花了)[：:，,\\s]*${MONEY}\\s*(?:买|用于|付|吃)?的?(?<title>.+)$`,
    ),
    read: spend,
  },
  {
    pattern: new RegExp(`^(?:记一笔|记账)?[：:，,\\s]*(?<title>.+?)(?:一共|总共)?(?:花了|付了)\\s*${MONEY}$`),
    read: spend,
  },
  { pattern: /^(?:记得|别忘了?|不要忘记)(?:带上?|准备|打包)?(?<text>.+)$/, read: pack },
  { pattern: /^(?:带上?|打包)(?<text>.+)$/, read: pack },
  {
    pattern:
      /^(?:把)?(?:添加|加上?|放)?(?<text>.+?)(?:加|放)?[到进入]+(?:行李|打包)(?:清单|列表)?(?:里面?|中)?$/,
    read: pack,
  },
  {
    pattern:
      /^(?:给)?(?<day>[^：:，,]*?天|[^：:，,]*?(?:周|星期).|\d{1,2}月\d{1,2}[日号])的?(?:加个?|写个?|添加)?(?:备注|笔记)[：:，,]?\s*(?<text>.+)$/,
    read: ({ day = "", text = "" }) => ({ do: "note", when: extractWhen(day).when, text }),
  },
  {
    pattern:
      /^(?:看看|看一?下|显示|查看)?(?<where>.*?)(?:周围|附近|那边|那里|一带)?(?:的?街景|(?:的街道)?(?:是|长)?(?:什么|啥|怎么?)样(?:子|的)?)$/,
    read: street,
  },
  {
    pattern:
      /(?:改了|变了|动了|改过)(?:什么|啥|哪些)|历史记录|修改记录|^(?:最近|有)?(?:什么|哪些)(?:变化|改动)/,
    read: () => ({ do: "history" }),
  },
  { pattern: /^(?:检查|有(?:没有|什么)(?:问题|冲突)|行程(?:合理|有问题))/, read: () => ({ do: "check" }) },
  {
    pattern: /(?:路线|路程|路上)|要?(?:走|花)?多(?:久|长时间|远)/,
    read: (_, text) => ({ do: "route", when: extractWhen(text).when }),
  },
  { pattern: /^(?:预订|预定|订(?!单)|购买|买票|打电话)/, read: () => ({ do: "book" }) },
  { pattern: /^(?<what>.+?)(?:在|位于)(?:哪里|哪儿|哪|什么地方|什么位置)$/, read: where },
  { pattern: /^(?:哪里是|在哪里?能?找到)(?<what>.+)$/, read: where },
  {
    pattern:
      /^(?:找找?|搜索?|查找?|推荐|看看)?(?:一下|一?[家个些])?(?:在)?(?<near>.+?)(?:附近|周围|旁边)的?(?:有?(?:什么|哪些|没有)?的?)(?<what>.*)$/,
    read: nearby,
  },
  {
    pattern: /^(?:找找?|搜索?|查找?|推荐|哪里有|有没有)(?:一下|一?[家个些])?(?<what>.+)$/,
    read: ({ what = "" }) => ({ do: "find", what: bare(what), near: "" }),
  },
  { pattern: /^(?:删除|删掉?|去掉|取消|移除|不去)(?<stop>.+?)(?:了)?$/, read: remove },
  { pattern: /^把(?<stop>.+?)(?:删除|删掉?|去掉|取消|移除)了?$/, read: remove },
  {
    pattern: /^把?(?<stop>.+?)(?:移|挪|放|排)?(?:到|在)?(?<after>[^到]+?)(?:之后|后面|以后)$/,
    read: moveAfter,
  },
  { pattern: /^(?:把|将)(?<before>.+?)(?:添加|加)(?<rest>[到进在].+)$/, read: add },
  { pattern: /^(?:把|将)(?<rest>.+)$/, read: change },
  { pattern: /^(?:移动|调整|修改)(?<rest>.+)$/, read: change },
  { pattern: /^(?<rest>.+?(?:改到|改成|改为|移到|挪到|推迟到|提前到|换到).+)$/, read: change },
  { pattern: /(?:安排|计划|行程|日程|做什么|干什么|干嘛|去哪)/, read: plan },
  {
    pattern: /^(?<before>.*?)(?:添加|增加|加上|加入|加|安排|放)(?:一?[个顿次家场站]|一下)?(?<rest>.+)$/,
    read: add,
  },
];

export function readChinese(text: string): Intent | null {
  return firstIntent(RULES, text.trim().replace(POLITE, "").replace(END, ""));
}

function add({ before = "", rest: after = "" }: Groups): Intent | null {
  const { rest, when } = extractWhen(`${before} ${after}`);
  const name = bare(rest.replace(/^(?:去|吃)(?=.{2})/, ""));
  if (name === "") return null;
  const at = /(?:在|去)(?<at>.+?)(?:吃|看|逛|喝)/.exec(name)?.groups?.at ?? name;
  return { do: "add", name, at: bare(at), when };
}

function change({ rest: all = "" }: Groups): Intent | null {
  const { rest, when } = extractWhen(all);
  const stop = bare(rest.replace(/(?:的时间)?(?:改|移|挪|放|换|调整|推迟|提前|安排|动)*$/, ""));
  return stop === "" || !isWhenGiven(when) ? null : { do: "change", stop, when, after: "" };
}

function moveAfter({ stop = "", after = "" }: Groups): Intent {
  return { do: "change", stop: bare(stop), when: {}, after: bare(after) };
}

function remove({ stop = "" }: Groups): Intent {
  const { rest, when } = extractWhen(stop);
  return { do: "remove", stop: bare(rest), when };
}

function plan(_: Groups, text: string): Intent | null {
  // “安排一个…” asks to add one stop and not to plan a day.
  return /^(?:.*[天周日]?)安排(?:一?[个顿次家场]|在)/.test(text)
    ? null
    : { do: "plan", when: extractWhen(text).when };
}

function shift({ side = "", count = "", unit = "" }: Groups): Intent {
  const days = chineseNumber(count) * (/周|星期/.test(unit) ? 7 : 1);
  return { do: "shift", days: /早|提前/.test(side) ? -days : days };
}

function spend({ title = "", amount = "", unit = "" }: Groups): Intent {
  const currency = CURRENCIES.find(([pattern]) => pattern.test(unit))?.[1] ?? null;
  return { do: "spend", title: bare(title), amount, currency };
}

function pack({ text = "" }: Groups): Intent {
  return { do: "pack", text: bare(text.replace(/^(?:一?[把个件双瓶条支])/, "")) };
}

function street({ where: place = "" }: Groups): Intent {
  return { do: "street", where: bare(place) };
}

function where({ what = "" }: Groups): Intent {
  return { do: "where", what: bare(what) };
}

function nearby({ near = "", what = "" }: Groups): Intent {
  const things = what.startsWith("好吃") ? "餐厅" : what.replace(/^好玩的?$/, "景点");
  return { do: "find", what: bare(things), near: bare(near) };
}

function bare(text: string): string {
  return text.replace(/^(?:那个|这个|我们的|[的，,：:\s])+/, "").replace(/(?:那里|那边|[的，,：:\s])+$/, "");
}

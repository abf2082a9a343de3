import type { Template } from "./templates.ts";

/** To-do lists for before a trip, in the order in which things have to be done. */
export const todoTemplates: readonly Template[] = [
  {
    id: "abroad",
    name: ["Going abroad", "出国之前"],
    sections: [
      {
        title: ["Months before", "提前几个月"],
        items: [
          ["Check that passports are valid six months past the trip", "确认护照在行程结束后仍有六个月有效期"],
          ["Find out about visas and entry forms", "了解签证和入境申报要求"],
          ["Ask about vaccinations", "咨询是否需要接种疫苗"],
          ["Take out travel insurance", "购买旅行保险"],
        ],
      },
      {
        title: ["Weeks before", "提前几周"],
        items: [
          ["Tell the bank where the cards will be used", "告知银行将在哪些国家用卡"],
          ["Get an eSIM or a roaming plan", "准备 eSIM 或漫游套餐"],
          ["Get some cash in the local currency", "换一些当地现金"],
          ["Fill in the online arrival form", "在线填写入境申报表"],
          ["Copy passports and bookings for everyone", "给每个人备份护照和预订信息"],
        ],
      },
    ],
  },
  {
    id: "leaving",
    name: ["Before leaving home", "出门之前"],
    sections: [
      {
        title: ["The week before", "出发前一周"],
        items: [
          ["Ask someone to water the plants", "请人帮忙浇花"],
          ["Arrange for pets", "安排好宠物"],
          ["Stop deliveries and collect the mail", "暂停送货，处理信件"],
          ["Check in online", "网上值机"],
          ["Download offline maps and tickets", "下载离线地图和电子票"],
        ],
      },
      {
        title: ["The last hour", "出门前一小时"],
        items: [
          ["Take out the rubbish", "倒垃圾"],
          ["Empty the fridge of what won't keep", "清理冰箱里放不住的食物"],
          ["Turn down the heating", "关小暖气"],
          ["Unplug what needs no power", "拔掉不用的电器插头"],
          ["Close windows, lock doors", "关窗锁门"],
          ["Passports, phones, chargers, keys", "护照、手机、充电器、钥匙"],
        ],
      },
    ],
  },
  {
    id: "together",
    name: ["Planning as a group", "多人出行"],
    sections: [
      {
        title: ["Decide together", "一起决定"],
        items: [
          ["Agree on dates", "确定日期"],
          ["Agree on a budget for each", "商量好每人的预算"],
          ["Vote on where to stay", "投票决定住在哪里"],
          ["Note allergies and what nobody eats", "记下过敏和忌口"],
        ],
      },
      {
        title: ["Book", "预订"],
        items: [
          ["Book the way there and back", "预订往返交通"],
          ["Book the beds", "预订住宿"],
          ["Reserve tables for the big dinners", "预订聚餐的餐厅"],
          ["Buy tickets that sell out", "提前买好容易售罄的门票"],
        ],
      },
    ],
  },
];

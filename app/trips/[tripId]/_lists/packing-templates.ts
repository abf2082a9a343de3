import type { Template } from "./templates.ts";

const DOCUMENTS: Template["sections"][number] = {
  title: ["Documents and money", "证件和钱"],
  items: [
    ["Passport or identity card", "护照或身份证"],
    ["Tickets and bookings", "票和预订信息"],
    ["Bank cards and some cash", "银行卡和少量现金"],
    ["Insurance card", "保险卡"],
  ],
};

const BATHROOM: Template["sections"][number] = {
  title: ["Bathroom", "洗漱"],
  items: [
    ["Toothbrush and toothpaste", "牙刷和牙膏"],
    ["Shampoo and soap", "洗发水和沐浴露"],
    ["Deodorant", "止汗露"],
    ["Medicines", "常用药"],
    ["Plasters", "创可贴"],
  ],
};

const ELECTRONICS: Template["sections"][number] = {
  title: ["Electronics", "电子产品"],
  items: [
    ["Phone and charger", "手机和充电器"],
    ["Power bank", "充电宝"],
    ["Plug adapter", "转换插头"],
    ["Headphones", "耳机"],
  ],
};

export const packingTemplates: readonly Template[] = [
  {
    id: "city",
    name: ["City break", "城市短途"],
    sections: [
      DOCUMENTS,
      {
        title: ["Clothes", "衣物"],
        items: [
          ["Comfortable shoes", "舒适的鞋"],
          ["Socks and underwear", "袜子和内衣"],
          ["Shirts", "上衣"],
          ["Trousers or skirts", "裤子或裙子"],
          ["Light jacket", "薄外套"],
          ["Something for a nice dinner", "一套正式些的衣服"],
          ["Sleepwear", "睡衣"],
          ["Umbrella", "雨伞"],
        ],
      },
      BATHROOM,
      ELECTRONICS,
    ],
  },
  {
    id: "beach",
    name: ["Beach", "海边度假"],
    sections: [
      DOCUMENTS,
      {
        title: ["For the beach", "海滩用品"],
        items: [
          ["Swimwear, two of each", "泳衣（两套）"],
          ["Sunscreen", "防晒霜"],
          ["After-sun lotion", "晒后修复"],
          ["Sunglasses", "太阳镜"],
          ["Sun hat", "遮阳帽"],
          ["Flip-flops", "人字拖"],
          ["Beach towel", "沙滩巾"],
          ["Snorkel and mask", "浮潜面镜和呼吸管"],
          ["Waterproof phone pouch", "手机防水袋"],
        ],
      },
      {
        title: ["Clothes", "衣物"],
        items: [
          ["Light shirts", "轻薄上衣"],
          ["Shorts or dresses", "短裤或连衣裙"],
          ["Something warm for the evening", "晚上穿的外套"],
          ["Socks and underwear", "袜子和内衣"],
        ],
      },
      BATHROOM,
      ELECTRONICS,
    ],
  },
  {
    id: "hiking",
    name: ["Hiking", "徒步"],
    sections: [
      {
        title: ["On the trail", "路上用品"],
        items: [
          ["Hiking boots, worn in", "已磨合的登山鞋"],
          ["Backpack with rain cover", "背包和防雨罩"],
          ["Water bottle or bladder", "水壶或水袋"],
          ["Map, also offline", "地图（含离线地图）"],
          ["Head torch", "头灯"],
          ["Trekking poles", "登山杖"],
          ["Pocket knife", "小刀"],
          ["Snacks", "路餐"],
        ],
      },
      {
        title: ["Clothes in layers", "分层穿衣"],
        items: [
          ["Breathable shirts", "速干衣"],
          ["Fleece or warm layer", "抓绒或保暖层"],
          ["Rain jacket", "冲锋衣"],
          ["Hiking trousers", "登山裤"],
          ["Hiking socks", "登山袜"],
          ["Hat and gloves", "帽子和手套"],
        ],
      },
      {
        title: ["Safety", "安全"],
        items: [
          ["First-aid kit", "急救包"],
          ["Blister plasters", "水泡贴"],
          ["Sunscreen", "防晒霜"],
          ["Insect repellent", "驱蚊液"],
          ["Whistle", "求生哨"],
          ["Power bank", "充电宝"],
        ],
      },
      DOCUMENTS,
    ],
  },
  {
    id: "winter",
    name: ["Snow and cold", "冰雪冬季"],
    sections: [
      {
        title: ["Against the cold", "保暖"],
        items: [
          ["Winter coat", "羽绒服"],
          ["Thermal underwear", "保暖内衣"],
          ["Thick socks", "厚袜子"],
          ["Warm hat", "保暖帽"],
          ["Scarf", "围巾"],
          ["Gloves", "手套"],
          ["Waterproof boots", "防水靴"],
          ["Hand warmers", "暖宝宝"],
        ],
      },
      {
        title: ["For the snow", "滑雪用品"],
        items: [
          ["Ski jacket and trousers", "滑雪服和滑雪裤"],
          ["Goggles", "雪镜"],
          ["Helmet", "头盔"],
          ["Lift passes", "缆车票"],
          ["Lip balm with sun protection", "防晒润唇膏"],
          ["Sunscreen", "防晒霜"],
        ],
      },
      BATHROOM,
      ELECTRONICS,
      DOCUMENTS,
    ],
  },
  {
    id: "kids",
    name: ["With children", "带孩子"],
    sections: [
      {
        title: ["On the way", "路上"],
        items: [
          ["Favourite toy or blanket", "最喜欢的玩具或小毯子"],
          ["Books and crayons", "绘本和蜡笔"],
          ["Children's headphones", "儿童耳机"],
          ["Snacks and water", "零食和水"],
          ["Change of clothes at hand", "随身备一套换洗衣物"],
          ["Wet wipes", "湿巾"],
          ["Bags for travel sickness", "晕车袋"],
        ],
      },
      {
        title: ["For the little ones", "小宝宝"],
        items: [
          ["Nappies", "纸尿裤"],
          ["Bottles and formula", "奶瓶和奶粉"],
          ["Pushchair or carrier", "婴儿车或背带"],
          ["Car seat", "安全座椅"],
          ["Dummies", "安抚奶嘴"],
          ["Baby monitor", "婴儿监视器"],
        ],
      },
      {
        title: ["Health", "健康"],
        items: [
          ["Children's medicine", "儿童常用药"],
          ["Thermometer", "体温计"],
          ["Children's sunscreen", "儿童防晒霜"],
          ["Plasters", "创可贴"],
          ["Vaccination cards", "疫苗接种本"],
        ],
      },
      {
        title: ["Clothes", "衣物"],
        items: [
          ["One outfit for each day, and two more", "每天一套，另备两套"],
          ["Warm layer", "保暖衣物"],
          ["Rain clothes", "雨衣雨鞋"],
          ["Sun hats", "遮阳帽"],
          ["Swimwear", "泳衣"],
          ["Sleepwear", "睡衣"],
        ],
      },
    ],
  },
];

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encoding, percentDecodeAs, percentEncodeAfterEncoding } from "../../../library/src/charset/index.ts";
import { percentDecodeBytes } from "../../../library/src/index.ts";
import { guessCharsets } from "../../../library/src/inspect/charset-guess.ts";
import { testLinearTime } from "../../support/linear.ts";

/** Words, names, titles and search phrases, by encoding. */
const PHRASES: Readonly<Record<string, readonly string[]>> = {
  "windows-1252": [
    "café",
    "À la recherche du temps perdu",
    "élection présidentielle 2022",
    "schöne Grüße aus München",
    "Nürnberg Weihnachtsmarkt",
    "Cien años de soledad",
    "¿Dónde está la biblioteca?",
    "São Paulo",
    "receita de pão de queijo",
    "hus till salu i Västerås",
    "rødgrød med fløde",
    "Jyväskylä",
    "Eyjafjallajökull",
    "perché",
  ],
  "windows-1251": [
    "Привет",
    "Санкт-Петербург гостиницы",
    "Война и мир",
    "СССР",
    "iPhone 13 купить",
    "Google переводчик",
    "щенки",
    "Історія України",
    "Чернівці",
    "времето в Бургас",
    "къща",
    "Магілёў",
    "Љубљана",
  ],
  "KOI8-R": [
    "привет",
    "Братья Карамазовы",
    "новости",
    "Мёртвые души",
    "Unix форум",
    "США",
    "настройка сервера",
    "чай",
    "Ростов-на-Дону",
    "игры для мальчиков",
    "ВОЛГА",
    "электронная почта",
  ],
  IBM866: [
    "Привет",
    "Москва",
    "отчёт за май",
    "Война и мир",
    "заявление",
    "База данных",
    "Новосибирск",
    "архив",
    "список сотрудников",
    "договор",
    "Урал",
    "письмо",
  ],
  Shift_JIS: [
    "東京",
    "日本語",
    "京都 観光",
    "村上春樹",
    "ノルウェイの森",
    "コンピュータ",
    "千と千尋の神隠し",
    "表示",
    "ソフトウェア",
    "美味しいカレーの作り方",
    "渡辺",
    "寿司 レシピ",
    "猫",
  ],
  "EUC-JP": [
    "東京",
    "日本語",
    "こころ",
    "夏目漱石",
    "アニメ",
    "掲示板",
    "辞書",
    "肉じゃがの作り方",
    "ウィキペディア",
    "百人一首",
    "港区六本木",
    "郵便番号",
    "猫",
  ],
  GBK: [
    "中国",
    "北京",
    "上海天气",
    "红楼梦",
    "搜索引擎",
    "周杰伦",
    "朱镕基",
    "笔记本电脑",
    "西安 兵马俑",
    "红烧肉的做法",
    "成语大全",
    "微信",
  ],
  Big5: [
    "台灣",
    "臺北",
    "香港天氣",
    "紅樓夢",
    "搜尋引擎",
    "許功蓋",
    "筆記型電腦",
    "張學友 吻別",
    "澎湖",
    "紅燒牛肉麵",
    "捷運路線圖",
    "尖沙咀",
  ],
  "EUC-KR": [
    "한국",
    "서울",
    "부산 날씨",
    "춘향전",
    "검색",
    "떡볶이",
    "방탄소년단",
    "소프트웨어",
    "불고기 만들기",
    "지하철 노선도",
    "명동",
    "책",
  ],
  "windows-1250": [
    "Łódź",
    "Pan Tadeusz książka",
    "źródło",
    "Příliš žluťoučký kůň",
    "České Budějovice",
    "počasí na zítra",
    "Székesfehérvár",
    "magyar nő",
    "tűzoltó",
    "Šibenik",
    "Ljubljana žičnica",
    "ďakujem",
    "mulţumesc",
  ],
  "ISO-8859-2": ["Łódź", "źródło", "Žatec", "łąka", "Čakovec", "žluťoučký"],
  "windows-1253": [
    "Αθήνα",
    "Θεσσαλονίκη ξενοδοχεία",
    "ο καιρός σήμερα",
    "Νίκος Καζαντζάκης",
    "βιβλία",
    "γεια σου",
    "Ηράκλειο",
    "Όμηρος",
    "καφές",
    "δρομολόγια πλοίων",
    "Κύπρος",
    "εφημερίδες",
  ],
  "windows-1254": [
    "İstanbul",
    "Şanlıurfa",
    "Diyarbakır hava durumu",
    "doğum günü",
    "ışık",
    "çiçek",
    "Türkiye",
    "kız çocuğu",
    "ekşi sözlük",
    "sağlık",
    "Kuşadası otelleri",
    "Yaşar Kemal İnce Memed",
  ],
  "windows-1255": [
    "ישראל",
    "שלום",
    "תל אביב מלונות",
    "מזג אוויר",
    "בית",
    "תודה רבה",
    "אוניברסיטה",
    "עיתון הארץ",
    "רכבת ישראל",
    "דירות להשכרה",
    "חנוכה",
    "ספר",
  ],
  "windows-1256": [
    "القاهرة",
    "مرحبا",
    "أخبار اليوم",
    "ألف ليلة وليلة",
    "كتب",
    "نجيب محفوظ",
    "سيارات للبيع",
    "قرآن",
    "تهران",
    "دمشق القديمة",
    "أم كلثوم",
    "شكرا",
  ],
  "windows-874": [
    "กรุงเทพ",
    "สวัสดี",
    "เชียงใหม่ โรงแรม",
    "ข่าว",
    "อาหารไทย",
    "หนังสือ",
    "น้ำ",
    "ต้มยำกุ้ง",
    "วัดพระแก้ว",
    "มหาวิทยาลัย",
    "ดูดวง",
    "ฟุตบอล",
  ],
  "windows-1257": [
    "Šiauliai",
    "Klaipėda",
    "žąsis",
    "Lietuvių kalba",
    "šiandien",
    "Panevėžys",
    "Liepāja",
    "Daugavpils ģimnāzija",
    "ziņas",
    "dzīvoklis",
    "Latvija pilsētas",
    "Rīgas lidosta",
  ],
};

/** Phrases whose encoding is not one of the first two guesses, with the guesses: their bytes are more common text in these. */
const MISSED: readonly string[] = [
  "Big5 澎湖 EUC-JP,GBK,Big5",
  "windows-1250 ďakujem windows-1252,windows-1257,windows-1250",
  "windows-1250 mulţumesc windows-1252,windows-1257,windows-1250",
  "ISO-8859-2 Žatec windows-1252,Big5,windows-1251",
  "ISO-8859-2 Čakovec windows-1250,windows-1252,ISO-8859-2",
  "windows-1254 ekşi sözlük windows-1252,windows-1250,windows-1254",
  "windows-874 ข่าว GBK,EUC-KR,EUC-JP",
];

const NAMES = [...Object.keys(PHRASES), "KOI8-U"];

const encodeBytes = (text: string, name: string) =>
  percentDecodeBytes(new TextEncoder().encode(percentEncodeAfterEncoding(text, encoding(name))));

for (const [name, phrases] of Object.entries(PHRASES)) {
  test(`${name} is one of the first two guesses`, () => {
    const missed = phrases.flatMap((text) => {
      const names = guessCharsets(encodeBytes(text, name));
      return names.indexOf(name) in [0, 1] ? [] : [`${name} ${text} ${names.join(",")}`];
    });
    expect(missed).toEqual(MISSED.filter((row) => row.startsWith(`${name} `)));
  });
}

test("the names are those of the standard, and the first guess decodes the bytes", () => {
  for (const name of NAMES) expect(encoding(name).name).toBe(name);
  for (const [name, phrases] of Object.entries(PHRASES)) {
    for (const text of phrases) {
      const encoded = percentEncodeAfterEncoding(text, encoding(name));
      const [first] = guessCharsets(encodeBytes(text, name));
      expect(() => percentDecodeAs(encoded, encoding(first!))).not.toThrow();
    }
  }
});

describe("the guess ignores the text around it", () => {
  const around: Readonly<Record<string, (text: string) => string>> = {
    "a name": (text) => `q=${text}`,
    "other pairs": (text) => `page=2&q=${text}&lang=ru&utm_source=mail`,
    "a plus for each space": (text) => `q=${text.replaceAll(" ", "+")}`,
    "a number": (text) => `${text} 2024`,
  };
  for (const [what, put] of Object.entries(around)) {
    test(what, () => {
      for (const [text, name] of [
        ["курс доллара", "windows-1251"],
        ["настройка сервера", "KOI8-R"],
        ["京都 観光", "Shift_JIS"],
        ["京都 観光", "EUC-JP"],
        ["西安 兵马俑", "GBK"],
        ["張學友 吻別", "Big5"],
        ["부산 날씨", "EUC-KR"],
      ] as const) {
        expect(guessCharsets(encodeBytes(put(text), name))[0]).toBe(name);
      }
    });
  }
});

test("each word may begin with a capital", () => {
  expect(guessCharsets(encodeBytes("Яя Юю", "windows-1251"))).toEqual(["windows-1251"]);
  expect(guessCharsets(encodeBytes("А. П. Чехов", "KOI8-R"))).toEqual(["KOI8-R", "KOI8-U"]);
});

test("a byte that is neither a lead byte nor a character excludes Shift_JIS", () => {
  // https://encoding.spec.whatwg.org/#shift_jis-decoder: A1 to DF are characters, 81 to 9F and E0 to FC are lead bytes.
  const between = (...bytes: number[]) => Uint8Array.of(...encodeBytes("日本語", "Shift_JIS"), ...bytes, ...encodeBytes("日本語", "Shift_JIS")); // prettier-ignore
  for (const bytes of [
    [0xa1, 0x20],
    [0xdf, 0x20],
    [0x81, 0x40],
    [0x9f, 0xfc],
    [0xe0, 0x40],
    [0xfc, 0x40],
  ]) {
    expect(guessCharsets(between(...bytes))[0], String(bytes)).toBe("Shift_JIS");
  }
  for (const bytes of [
    [0x80, 0x40],
    [0xa0, 0x40],
    [0xfd, 0x40],
    [0x81, 0x3f],
    [0x81, 0x7f],
    [0x81, 0xfd],
    [0xe0, 0x20],
  ]) {
    expect(guessCharsets(between(...bytes)), String(bytes)).not.toContain("Shift_JIS");
  }
});

test("a text that ends inside a character", () => {
  expect(guessCharsets(encodeBytes("日本の歴史と文化 ".repeat(120), "EUC-JP").subarray(0, 2047))[0]).toBe("EUC-JP");
  expect(guessCharsets(encodeBytes("紅樓夢水滸傳三國演義 ".repeat(99), "Big5").subarray(0, 2045))[0]).toBe("Big5");
});

describe("bytes that are not text", () => {
  test("any bytes have at most three guesses, each a different name", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const names = guessCharsets(bytes);
        expect(names.length).toBeLessThanOrEqual(3);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(NAMES).toContain(name);
      }),
    );
  });

  test("a lead byte followed by any byte has only known names", () => {
    const named = new Set<string>();
    for (let lead = 0x80; lead < 0x100; lead++) {
      for (let trail = 0; trail < 0x100; trail++) {
        for (const name of guessCharsets(Uint8Array.of(lead, trail, lead))) named.add(name);
      }
    }
    expect([...named].filter((name) => !NAMES.includes(name))).toEqual([]);
  });

  test("no encoding is plausible", () => {
    expect(guessCharsets(Uint8Array.from({ length: 64 }, (_, i) => (i * 151 + 129) & 0xff))).toEqual([]);
    expect(guessCharsets(new Uint8Array(64).fill(0xff))).toEqual([]);
  });
});

testLinearTime(
  { guessCharsets: (text) => guessCharsets(Uint8Array.from(text, (character) => character.charCodeAt(0))) },
  {
    "one letter": (n) => "\xe0".repeat(n),
    "two letters": (n) => "\xc6\xfc".repeat(n / 2),
    "letters and ASCII": (n) => "\xe9a".repeat(n / 2),
  },
);

import { TextDecoder as ExactDecoder } from "@exodus/bytes/encoding.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeMojibake } from "../../../library/src/inspect/mojibake.ts";
import { testLinearTime } from "../../support/linear.ts";
import { forAll } from "../../support/for-all.ts";

/** Fifteen words of each language, with letters above ASCII. */
const WORDS: Readonly<Record<string, string>> = {
  French: "café où être garçon août Noël français déjà théâtre œuvre hôtel élève naïf goût leçon",
  German: "München Straße über schön Größe Österreich Übung Käse für Mädchen Fuß weiß böse süß Äpfel",
  Spanish: "mañana corazón niño ¿Dónde español jamón árbol Perú Málaga lección pingüino café rápido sueño ¡Hola",
  Portuguese: "São coração pão João ação avó você maçã irmã Conceição é órgão três Brás amanhã",
  Swedish: "räksmörgås smörgåsbord Malmö väder hår öl på är språk kött också själv fönster påsk höst",
  Danish: "rødgrød smørrebrød København blåbær æble østers færge år hånd køb bøger gæst børn mælk nød",
  Finnish: "päivä Jyväskylä yö Hämeenlinna äiti tyttö sää järvi Töölö mäki hyvä työ löyly kesä pöytä",
  Icelandic: "Reykjavík þú Eyjafjallajökull að það Þingvellir við ör mál bók sól dýr hús já ís",
  Hungarian: "Székesfehérvár Győr köszönöm könyvtár tűzoltó nő öröm virág magyarország ősz újság így kör étterem hűtő",
  Polish: "Łódź żółw święta książka Gdańsk miłość wieś źródło będzie łąka Kraków część dzień góra mały",
  Czech: "Příliš žluťoučký kůň řeka České Čapek počasí město křižovatka žena děti pět růže škola světlo",
  Croatian: "Šibenik Đakovo žena Čačak češnja šuma kuća noć riječ naćve pčela život čovjek đak mišić",
  Romanian: "București Iași mulțumesc împărat țară România pâine școală știu fată însă Brașov câine ușă oraș",
  Turkish: "İstanbul doğum ışık çiçek Şanlıurfa Türkiye güneş ağaç öğretmen yağmur kız sağlık gözlük şehir üzüm",
  Vietnamese: "Việt Đặng đường phố Nguyễn tiếng nước người Hồ Đà Nẵng Huế bánh cà xin",
  Russian: "привет Москва щука новости Рост СССР Санкт дом МГУ ёлка песни Рим Сочи чай Рыба",
  Ukrainian: "Київ дії п’є ТІНІ СІРІ ВІРІ історія Рік їжак Львів мрії лінії РІЧ Європа ґанок",
  Serbian: "Београд љубав Ђорђе ћерка Нови џеп Њујорк кућа свијет је Срђан Рођен реч чај њива",
  Greek: "Αθήνα ευχαριστώ βιβλία καλημέρα Κρήτη Όμηρος ειδήσεις καφές ΑΕΚ παραλία μουσική και το ήλιος ώρα",
  Japanese: "東京 日本語 こんにちは ラーメン 京都 検索 アニメ 寿司 温泉 富士山 地図 さくら 漫画 北海道 コンピュータ",
  Arabic: "القاهرة مرحبا كتب شكرا بيروت تونس دمشق قرآن وظائف تهران العراق طقس المغرب جامعة سيارات",
};
const ALL = Object.values(WORDS).flatMap((words) => words.split(" "));
const CYRILLIC = ["Russian", "Serbian", "Ukrainian"].flatMap((language) => WORDS[language]!.split(" "));

/** Words whose only UTF-8 sequence is also real text: the UTF-8 of ő is the bytes of Å‘. */
const MISSED: Readonly<Record<string, string>> = {
  "windows-1252":
    "œuvre Győr nő ősz Čapek Šibenik đak București Iași mulțumesc știu Brașov oraș İstanbul phố Nguyễn Hồ 地図",
  "ISO-8859-1": "Šibenik İstanbul",
  "windows-1251": "",
};

const utf8 = new TextEncoder();
const windows1252 = new ExactDecoder("windows-1252");
const windows1251 = new ExactDecoder("windows-1251");
/** Decodes the UTF-8 of a text in another encoding. */
const MISREAD: Readonly<Record<string, (text: string) => string>> = {
  "windows-1252": (text) => windows1252.decode(utf8.encode(text)),
  "ISO-8859-1": (text) => String.fromCharCode(...utf8.encode(text)),
  "windows-1251": (text) => windows1251.decode(utf8.encode(text)),
};

const toCodePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0)!);
/** Whether any run of characters above ASCII is mojibake. */
const hasMojibake = (text: string) =>
  (text.match(/[^\0-\x7f]+/gu) ?? []).some((run) => run.length > 1 && decodeMojibake(toCodePoints(run)) !== undefined);

test("there are 300 words in 20 languages", () => {
  expect(ALL.length).toBeGreaterThanOrEqual(300);
  expect(Object.keys(WORDS).length).toBeGreaterThanOrEqual(20);
});

describe("UTF-8 that was decoded in another encoding", () => {
  for (const [name, missed] of Object.entries(MISSED)) {
    test(name, () => {
      const words = name === "windows-1251" ? CYRILLIC : ALL;
      const found = words.filter((word) => /[^\0-\x7f]/.test(word) && !hasMojibake(MISREAD[name]!(word)));
      expect(found.join(" ")).toBe(missed);
    });
  }

  test("examples", () => {
    for (const text of "Ã© â€™ Ð¿Ñ€Ð¸Ð²ÐµÑ‚ РїСЂРёРІРµС‚ ã\x81‚ã\x81‚ Â£ Â\xa0 ðŸ˜€ рџ‘Ќ вЂ™ Г©".split(" ")) {
      expect([text, hasMojibake(text)]).toEqual([text, true]);
    }
  });

  test("twice", () => {
    const twice = (text: string) => MISREAD["windows-1252"]!(MISREAD["windows-1252"]!(text));
    expect(ALL.filter((word) => /[^\0-\x7f]/.test(word) && !hasMojibake(twice(word)))).toEqual([]);
  });

  test("with an incomplete last character", () => {
    for (const name of Object.keys(MISREAD)) expect(hasMojibake(MISREAD[name]!("привет").slice(0, -1))).toBe(true);
  });
});

describe("real text", () => {
  const around: Readonly<Record<string, (word: string) => string>> = {
    unchanged: (word) => word,
    "in capitals": (word) => word.toUpperCase(),
    "in guillemets": (word) => `« ${word} »`.replaceAll(" ", "\xa0"),
    "in guillemets without spaces": (word) => `«${word}»`,
    "in inverted guillemets": (word) => `»${word}«`,
    "capitals in quotes": (word) => `“${word.toUpperCase()}”`,
    "with an ellipsis": (word) => `${word.toUpperCase()}…`,
    "with an ellipsis in guillemets": (word) => `«${word}…»`,
    "with a dash": (word) => `${word}—`,
  };
  for (const [what, put] of Object.entries(around)) {
    test(what, () => expect(ALL.map(put).filter(hasMojibake)).toEqual([]));
  }

  test("examples", () => {
    for (const text of [..."É… ÑÐ Ð Ã ÇÃ AMANHÃ… “Ã” «Г» 220В±10% 20°С Ñ’".split(" "), "", "é", "日本"]) {
      expect([text, hasMojibake(text)]).toEqual([text, false]);
    }
  });
});

test("any code points return a boolean", () => {
  const code = fc.oneof(fc.integer({ min: 0x80, max: 0xff }), fc.integer({ min: 0x402, max: 0x491 }), fc.nat(0x10ffff));
  forAll(fc.array(code), (codes) => /string|undefined/.test(typeof decodeMojibake(codes)));
});

testLinearTime(
  { decodeMojibake: (text) => decodeMojibake(toCodePoints(text)) },
  {
    mojibake: (n) => "Ã©".repeat(n / 2),
    "sequences without evidence": (n) => "ÍŽ".repeat(n / 2),
    letters: (n) => "я".repeat(n),
  },
);

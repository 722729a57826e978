import { escapeBytes } from "../../support/escape-bytes.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encoding } from "../../../library/src/charset/index.ts";
import { percentDecodeBytes, percentEncode, percentDecode } from "../../../library/src/index.ts";
import { guessCharsets, inspect } from "../../../library/src/inspect/index.ts";
import { testLinearTime } from "../../support/linear.ts";
import { forAll } from "../../support/for-all.ts";

/** 200 words of ten languages, by encoding. */
const WORDS: readonly (readonly [encoding: string, words: string])[] = [
  ["windows-1252", "crème hôtel élections résultats pâte Astérix médecin modèle école bœuf évêché musée procédure électrique prévisions Poincaré féminine randonnée marché Liège"],
  ["windows-1252", "Überprüfung Gebühren München ändern Käsespätzle Küche Köln grüße Länderspiel Jörg Öffnungszeiten Bäckerei Prüfung Französisch Möbel häufige Düsseldorf Tübingen Brüder Rücksendung"],
  ["windows-1252", "España niños canción película española Ángel cómo educación autobús Málaga señales Logroño rápido piñata jamón economía diseño fútbol opinión montaña"],
  ["windows-1252", "imóveis São distância verão legislação João pão estação informações ações Florianópolis questões câmara Açores relatório proteção não feijão graduação pública"],
  ["windows-1250", "Łódź Wrocław Mikołaj żaba łąka mężczyzna ósmy wróbel żurek dzień MIŁOŚĆ zażółć styczeń łyżka Kozłowska Łucja TORUŃ GÓRA KWIECIEŃ CÓRKA"],
  ["windows-1250", "Plzeň BUDĚJOVICE Český čtyři září žluťoučký žlutý nádraží člověk řízek dobrý ŠŤASTNÝ ďábel Černý Matěj malá Děčín BŘEZEN ČLOVĚK STŮL"],
  ["windows-1251", "погода фасолью электричек Владимир отпуск блины одежда века умножения Мастер гороскоп помидоры квантовая образец Объявления подъезд год кольцо купе сад"],
  ["Shift_JIS", "東京タワー 経済ニュース アルバイト募集 招待状 ソースコード 十二国記 確定申告 仙台七夕まつり 図書館カード 東北大学"],
  ["EUC-JP", "広島風お好み焼き 兼六園 春の味覚 高校野球 リンク集 日本酒 中学 利根川 名人戦 ふるさと納税"],
  ["GBK", "北京天气预报 新闻中心 长城照片 习题 毕业论文 法律咨询 人民日报 历史故事 饺子馅 云南白药"],
  ["Big5", "台北車站 板橋 網路書店 單車環島 生活相片 健康檢查 美食部落格 鹽酥雞 林志玲 化學元素週期表"],
  ["EUC-KR", "서울특별시 대한민국 축구 비빔밥 대학교 겨울연가 지하철 로그인 병원 대구광역시 게임 동영상 국회의원 고속버스 도서관 물리학 분양 설날 홍대 디지털카메라"],
]; // prettier-ignore

const toBytes = (text: string, name: string) =>
  percentDecodeBytes(new TextEncoder().encode(percentEncode(text, undefined, { encoding: encoding(name) })));

/** Decodes bytes by the first guess. */
function decodeByGuess(bytes: Uint8Array): string {
  const [first = "UTF-8"] = guessCharsets(bytes);
  return percentDecode(escapeBytes(bytes), { encoding: encoding(first), invalidUtf8: "replace" });
}

test("the first guess decodes 95 % of the words", () => {
  const rows = WORDS.flatMap(([name, words]) => words.split(" ").map((word) => [name, word] as const));
  expect(rows).toHaveLength(200);
  const missed = rows.filter(([name, word]) => decodeByGuess(toBytes(word, name)) !== word).map(([, word]) => word);
  const figure = `${100 - missed.length / 2} % of 200 words; missed: ${missed.join(" ")}`;
  console.log(figure);
  expect(missed.length, figure).toBeLessThanOrEqual(10);
});

const GUESSES: readonly (readonly [name: string | undefined, texts: string])[] = [
  ["windows-1252", "%E4%F6%FC Gr%FC%DFe %E9%E8%E0 caf%E9 CAF%C3"],
  ["windows-1251", "q=%EF%F0%E8%E2%E5%F2&page=2"],
  ["windows-1251", "q=%EA%F3%F0%F1+%E4%EE%EB%EB%E0%F0%E0"],
  ["Shift_JIS", "%93%FA%96%7B%8C%EA %95%5C%8E%A6+2024"],
  ["EUC-JP", "%C5%EC%B5%FE%A4%CE"],
  ["EUC-KR", "%BE%C8%B3%E7%C7%CF%BC%BC%BF%E4"],
  ["GBK", "%CE%F7%B0%B2+%B1%F8%C2%ED%D9%B8"],
  ["Big5", "%A5x%C6W"],
  ["UTF-8", "q=%E6%97%A5%E6%9C&page=1 %E6%97%A5%E6 caf%F0%9F%8E caf%C3 price%E2%82"],
  ["UTF-8", "%C3%A9"],
  [undefined, "%80 ascii%20text"],
];

test.each(GUESSES.flatMap(([name, texts]) => texts.split(" ").map((text) => [text, name] as const)))(
  "%s is %s",
  (text, name) => {
    expect(guessCharsets(text)[0]).toBe(name);
  },
);

test.each(["/%E2%9C", "/%E2%9C/", "?q=%E6%97%A5%E6&x", "#%F0%9F%8E"])("%s is said to be cut", (text) => {
  const list = inspect(text).findings.map(({ code, message }) => [code, message]);
  expect(list).toEqual([["invalid-utf8", "The escaped bytes are UTF-8 that is cut within a character."]]);
});

test("text in UTF-8 has no guess of another encoding", () => {
  for (const [, words] of WORDS) {
    const codes = inspect(`/${percentEncode(words)}`).findings.map(({ code }) => code as string);
    expect(codes, words).not.toContain("legacy-charset");
  }
});

describe("bytes that are not text", () => {
  test("any bytes have at most three guesses, each a different name of the standard", () => {
    forAll(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const names = guessCharsets(bytes);
      expect(names.length).toBeLessThanOrEqual(3);
      expect(new Set(names.map((name) => encoding(name).name))).toEqual(new Set(names));
    });
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

// Writes library/src/inspect/charset-guess.generated.ts, the tables that distinguish legacy encodings. --check only compares.
//
// The counts are from the words of wordfreq 3.1.1 (https://github.com/rspeer/wordfreq), each weighted with its frequency to the
// power of 0.7, so that rare words count too. Names of languages, territories, cities, months and days of CLDR 48
// (https://cldr.unicode.org), which resemble search terms, count too. Only ranks are kept.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { TextDecoder } from "@exodus/bytes/encoding.js";

const TARGET = new URL("../library/src/inspect/charset-guess.generated.ts", import.meta.url);

/**
 * The letters in five classes, grouped by the letters next to them. In a class, a digit is the rank of the letters after it,
 * from 0 for the most frequent (1 in 8) to 5 for the rarest (1 in 2000); ASCII letters have no rank. The last text has a group
 * of digits for the border of a word and for each class: how often the border and the classes follow it. 0 is far more often
 * than by chance, 3 about as often, 7 almost never.
 */
const LANGUAGES = {
  "French, Italian": [
    "bdhklmqtuwxyz",
    "cefgijnprsv",
    "4çîï5ãëíùûœ",
    "ao",
    "0é3àè4âêô5áåæìñòóõöøúü",
    "333132 333531 333332 214616 333035 122646",
  ],
  "Spanish, Portuguese, Catalan": [
    "2áéíó3êú4àâèô5ºåïòöüý",
    "bcdfghijklmnpqrstuvwxyz",
    "3ç4ñ",
    "aeo",
    "3ã4õ",
    "333536 262546 323332 556610 353136 466606",
  ],
  "German, Dutch, Swedish, Danish, Norwegian, Icelandic, Finnish": [
    "2ö3æøü5ôõý",
    "aeiou",
    "1ä3åí4áéóú5î",
    "4ðþ5ßàãçëïñšž",
    "bcdfghjklmnpqrstvwxyz",
    "333323 565621 353513 264432 141464 323233",
  ],
  Polish: [
    "cdghkpstz",
    "bfijlnq",
    "v2ół3śż4ź5áäçéíú",
    "x2ąę3ćń5ôü",
    "aemoruwy",
    "333363 333233 333313 243332 025456 333223",
  ],
  "Czech, Slovak, Slovene, Croatian": [
    "aeiouwy",
    "bcdfghjklmnpqrstvxz",
    "2š4ú5ĺŕ",
    "2č3řž4ćľňť5çďđ",
    "2áí3éýě4óů5äôöü",
    "333226 333225 333231 432514 314462 162436",
  ],
  "Hungarian, Romanian": [
    "bcdfghjklmnprstvwxyz",
    "2áé3íöü4âîú5ô",
    "aeioqu",
    "2ă3óő4ű",
    "3ţ4ş5ç",
    "332342 331314 516665 335351 036562 446126",
  ],
  Turkish: [
    "aeiou",
    "1ı2ü3ö5áâåéîôõû",
    "bcdfghjklmnpqrstvxyz",
    "w2ş3ğ5ó",
    "2ç5ãí",
    "333331 336312 166214 331353 322363 312463",
  ],
  Lithuanian: [
    "x2šž3č",
    "1ų3ą",
    "2ė3įū4ę",
    "aeioquy",
    "bcdfghjklmnprstvwz",
    "316333 444313 056665 146662 323533 331133",
  ],
  Latvian: [
    "q2š3ļž",
    "w3ņ4čģķ",
    "x1ā2ēī3ū5é",
    "aeiouy",
    "bcdfghjklmnprstvz",
    "332533 451214 634216 232661 312533 334133",
  ],
  Cyrillic: [
    "1с4э",
    "1т2кп4ф5ѕ",
    "1нр2вдлм3бгжзхчш4цщј5ђѓљњћќџґ",
    "0а1еио2у3ыьі4ъ5ё",
    "3йя4ю5єїў",
    "611244 440432 334315 334414 222251 023354",
  ],
  Greek: [
    "1ν2λρσ3ζ4ξ5ΐ",
    "1ι2υί3ύ4ϊ5ϋΰ",
    "1αεο2ηά3ωέήό4ώ",
    "1κτ2γμπ3βδθφχ4ψ",
    "2ς",
    "624316 342236 225322 212521 532146 066666",
  ],
  Hebrew: ["2םת3ן4ךףץ", "1א2במסש3חכעפ", "0וי", "1לר2דנק3גזטצ", "1ה", "641421 054455 433223 313323 333132 132335"],
  Arabic: [
    "1وي4ظ5ؤھ",
    "1رلن4ءئ5ڑ",
    "2ة4ى5ےں",
    "1م2بتدس3جحخزشصطعغفقكهک4ثذضپچگہ5ژٹڈ",
    "0ا3أ4آإ",
    "634521 242123 224223 066666 223232 331536",
  ],
  Thai: [
    "1เ2โ3แไ4ืใ5ฒฝๅ",
    "1า2ัิี์3ุู4ฤ็5ฃผำึๆ",
    "1ร2กตลว3จชด4ญธภ5ฅฉฎฏฑถฦ๊ํ",
    "1อ2คซบม3ทปฟหฮ4พศ5ขฆฯ๎",
    "1น2ยส3งะ4ฐณษ่้5ฌฬฺ๋",
    "616313 666113 126231 331443 331233 123233",
  ],
};

/** The languages with the encodings of their texts, and the penalty in bits of each encoding before the first byte. */
const SINGLE_BYTE = [
  ["French, Italian", ["windows-1252", 0]],
  ["Spanish, Portuguese, Catalan", ["windows-1252", 0]],
  ["German, Dutch, Swedish, Danish, Norwegian, Icelandic, Finnish", ["windows-1252", 0]],
  ["Polish", ["windows-1250", 3.5], ["ISO-8859-2", 4.5]],
  ["Czech, Slovak, Slovene, Croatian", ["windows-1250", 3.5], ["ISO-8859-2", 4.5]],
  ["Hungarian, Romanian", ["windows-1250", 3.5], ["ISO-8859-2", 4.5]],
  ["Turkish", ["windows-1254", 3]],
  ["Lithuanian", ["windows-1257", 4]],
  ["Latvian", ["windows-1257", 4]],
  ["Cyrillic", ["windows-1251", 0], ["KOI8-R", 1], ["KOI8-U", 7], ["IBM866", 4]],
  ["Greek", ["windows-1253", 2]],
  ["Hebrew", ["windows-1255", 2]],
  ["Arabic", ["windows-1256", 2]],
  ["Thai", ["windows-874", 2]],
];

/**
 * An encoding that has all of the characters, the characters that are more frequent than 1 in 1000, and those more frequent
 * than 1 in 4700. For Japanese the second limit is 1 in 16,000, and kana count 3 times, because text in two other encodings
 * looks similar.
 */
const COMMON = {
  JAPANESE: [
    "EUC-JP",
    "ーン語いアルスるっしリトライなクかのたてとりらんれカにマうまでくシッドタすジロフもバこレコがはきニけあチィだナブサウ" +
      "えさャグオおテそをちダよわメデガプムキエビめつュやパ人ど日大中出島本国一見地行生上分事気部子言合手会間自月時入方年思" +
      "前作動高発学無体定",
    "みモェセミワベハせボツネろじノゴゃポョズねソケァピばヤギペヴォごずホげ用ヒ下ザ全場最今当ゥ物長者理実女諸来北新後通目" +
      "不ょほ東代取べ力南知話田回内ゲ金明性名感戦業同的度小び立使対画開意外変成連持家数む山期何所古面ヨ現ぶ食ヌ多関付々基社" +
      "心書教世法主ぎ楽良和特西化解味要ユ道機結野原州文民安正有水共少信美先員様ひ近電公切車売以能着引強英記神選初決ヘ加ぐ込" +
      "好死違品集向ゼ別悪真愛続領市川相海直表身報受曜重平保料番終聞考過送問確仕調私へ界流点白起口経勝制産進可放指達元ゆ買半" +
      "ふ情始政在空組色天男落配置題利限運ざぞ素式活設木優待読台想屋予乗ぁ次広位残務三伝止得店議低常格必計音士殺消線応風治京" +
      "校質反認転演ぜ足約央他彼交参親撃二果張返区早単然域土俺説増支状追帰都失朝装難際ぼ王判ゾ収容覚形命ぱ飲断役害示投育頭件" +
      "工欲告太由呼笑友論離住準夜絶職極満備量価づ観任像権映周速構円念石完米種軍県村火検存再声視第義急器飛万歌字望術試団録休" +
      "葉登護歩系夫標態型病資個段赤院似週藤探母井光改異園願馬規営号接移魔客福疑嫌注居載供負打例証科香細守毎♪宮突未顔減除等" +
      "防首師曲験割効官技座隊求黒済抜警非復退花査提造総働婚値深製助統球族更室党側末影父苦類破差医換修写処象誰岡町走係倒程松" +
      "習編識撮頼率建比路熱振去館若精両服星痛逃案遠降激訳僕察攻介展派弾戻局争薬許韓辺青替材企武典普陸根脱与故勢及兵寄適沢越" +
      "渡奴図壊超独緒軽費我仏君寝具商専了興遊簡谷華佐血焼遅冷導港千四皆版温門被申射肉払罪給施爆崎援十巻怖管各便郎協敵混横恋" +
      "評捕帯余描駅端犯衆洋散頂茶補研圧囲条税談久戸為春御賞歳芸頃氏波答府右策幸密司夏歴恐暴複左掛毛労含眠境短傷児聴銀紙販級" +
      "絵敗雑健担従模盛衛響継整危印夢丈阪橋催兄触階滅布遺乳弁丸城旅裏困属裁挙額船史究況推秘仲並背積席片闘将押舞療救頑乱酒略" +
      "髪算貴忘隠景扱鉄鮮弱財禁創宅監逆森環謝板悲途震息庫詳症邦障洗惑稼亡源希省絡吉誘練迷固宿留玉険礼染怒届吸災秋腹迎覧昨姿" +
      "列奈避納課晴漫株因聖街暗喜鳥静般快刑称倍艦怪仮勤養枚志富操純雨順閉抗浜致携織競博飯劇凄跡筋老採鹿祭浮角刻互徒厳脳損池" +
      "築令驚卒妻尾衣草折講充吹弟堂索盤掲姉節刺測甘麻陽授責奥辞昔巨輪疲繋停宇駄骨河抱○坂永酸盗照汚湾犬幼五誤娘廃伊百燃荷著" +
      "清欠昼農捨否延漢婦欧即嬉八狙拠江駆訴繁泉誌鳴層毒宣泣候則募宝植詰択昭占油悩貰菜底豊蔵☆束籍委瞬恥紹承液辛歯襲津功騒易" +
      "剣訪奪刊圏稿徴露樹栄既瀬祝暮★恵倉幕就霊裕麗善至札奇請群審依林猫齢里慣益岩票夕庭酷迫ω拡嘘皇賀魚到章航寒妹包旧慢革腕" +
      "繰壁埋伸紀踏奏昇微雪才狂律甲荒午沖借偽虫勉隣皮塗述崩柄詞縄袋削秀邪厚幹握銃督誕濃臭─維輸免項秒賛寺妙康",
  ],
  SIMPLIFIED: [
    "GBK",
    "语一的人不斯国尔亚克大是有拉中里加马地为特这西在个利会上来多年阿巴法出尼时了我生布发学以到家行子要成和下德他科们用美" +
      "日罗于动能开对卡部得过达自可本比分南纳主岛天公后事民文作方么新瓦说现好安长内维政面兰机萨业小力那区定经理实全同体第高" +
      "当月格北意心道前合就工塔之进东看外电所其基关古无期名者点最员度性海重提你然三米产制场明起库代手没如而都女也种塞市情奥" +
      "什化间样群教想还物相因伊位哥吉与入立图战路次通两数正去金及门非别网此建保圣表资果着应总军任洲世平爱林车信普真希只知波" +
      "回务些士台州哈十等约从英报计身解结老很问话",
    "共各二头水受交权联常见托系口印打论由原太品选鲁接视书治活威卢万设色处运埃几使量变目议并认被姆反放统诺院洛领华向但星已" +
      "记属勒件感城将界传少社吗班影山索题强欧给查更程直伦级导该博展组元气乌列决牙流苏队收党改式义言司至做管线持干号摩求奇指" +
      "单何夫取怎师片今集规专伯球儿恩四根快坦广难迪乐办字带雷首府调土或先据支称游赛曼造未蒙告术标商证参完命团边让站服京光每" +
      "转委类近推港沙节观空案价际再失拿质风努五历森确准清条帕死贝白莫官周形切示才梅密友望争局演创济她击举听像皮觉易许整算费" +
      "史省神备声器容律包走划男复丁装必请技黑离亲消香把护它福丹照步极型音始桑族客隆校连留越百职众象害农深富顿试刚需注考料识" +
      "察钱投除温住增引源火己候满具助则续张思杀项预热瓜早营雅境育存纪低态典精瑞研写获息远花病医又警往兹即便俄落速劳足构泰房" +
      "效哪评模随值蒂兴协版孩革剧致买六段责显份超例限王势肯断简况且究录湾独莱功终优毛较验伤戈底拜供江播眼母晚欢绝派户环错率" +
      "编止玩画澳修防置堡志河纽戏控武找半织食依吧双居麦念艺习监绍层角卫尤响股喜谈妈严初汉假仅愿飞积负故破采轻排宣停令黎洋齐" +
      "佛待红木尽弗八送室读奖批岁压朝谢围企胡突判另杜施石免荷救审配吃够跟却升承歌讲闻微园换养宁适财测犯村票域茨久青帝诉款馆" +
      "千范啊否菲罪耳紧执继销盖药险韩景担述笑抗宝帮曾汤霍检频油恶差店须怀陆阳激凯父旅核沃策货秘兵叫状移购弹朗藏血似坚脱县素" +
      "章益喀射答谁艾载额占登短退斗席刻著朋异银七征镇危街铁码讨减婚康细酒夜互座充泽延背夸航介攻降板遇楼付朱乎脑卖暴休墨访乡" +
      "盟败副括毒赞套疑累佩赫黄输亿守央遗邦倒临怕善韦耶坏胜辛乱",
  ],
  TRADITIONAL: [
    "Big5",
    "文一的人不亞國斯大拉是有克中爾加馬地為這個在利上西來會特阿多年里巴出法尼時我生了學以到島家行子要發成下美他那達們布德" +
      "比卡開用於自動語蘭日能過對可科羅部分本公主天事民得作南安麼後和方新說現好維長瓦政機定體業理小力內經同面全實高東心北第" +
      "格當月前道就工薩之群區外者電塔意進看合其關無及海所古期名基納然最明點員哥三性重路場資你手都與產市起著沒度如什而教女提" +
      "情物米庫代種化也間樣相想次還奧位因裡入吉網戰兩門正去諾金立別建此圖表應總軍任威保非治平世車魯聖真愛波結些知普制士計數" +
      "由果等塞從話影索共報解約務身林只很問州使",
    "回伊頭水希受通權常交列洲太見選印哈原活華處各論托品十老屬口洛聯二變議萬式英被幾少查反放統認量院記書義片但已打臺感色傳" +
      "將運星沙專程信社設嗎界埃案向言題視強並接給城元更直領件山組該導線氣決流根姆目蘇伯收隊黨改烏展夫司至摩做指號取管單廣何" +
      "師班怎級今規快告曼球兒歐史港土四集賽雷難樂辦倫府首莫或先帶際蒙稱瑞造支調商術證求完標命讓貝站邊服團每轉近委推質空觀光" +
      "白裝參牙系價再失未料字風訊確拿紐條死勒京覺奇族示盧官形遊易留節類歷清演坦森才包整連皮友爭許五她密恩舉濟聽算費福丁省神" +
      "持器擊容杜走男型迪據律必請技茲離親隆富把劃創始望護博它準照步音極溫校增職眾局百引越模害深農除丹像需底考試聲錢投低住剛" +
      "火己候香雅識客助預黑滿則續張源象思殺具早營境育落效備切紀態精研寫察買頓花病醫又蓋警往存即便獲堡熱速足構房荷哪評隨值尤" +
      "協版興孩簡派瓜域劇革段責顯份透遠消超例艾王勢突斷況且究畫獨梅依功終限肯灣宣較驗置傷念供江致注錄播眼麥幹晚俄歡錯絕週泰" +
      "撒止玩控典六修防優率菲河戲武復半編息織食居找藝習卻監層弗項衛響股吧角喜排談媽製嚴執初佛假令僅積佈勞紹母願帕赫釋負揚故" +
      "破輕環飛停帝千拜席待紅桑援送室讀獎批歲壓洋謝圍企喀韓判另施石黎木免康救配財澳吃採夠雙跟檢測承歌講聞微園換養適犯村階辛" +
      "漢升萊尚票沃久耶青審訴款館啊否罪緊繼胡干藥險景擔八述範笑抗奈寶幫曾銷朝耳蒂油差店叫齊努充須陽父旅陸核懷休策貨兵央狀移" +
      "秘購彈瑪血介射戶似藏套堅啟縣登略素章朗益碼座喬誰脫毛惡臘額答退激刻佔朋異銀載係鎮夏戈畢奴街鐵討減婚衣露細酒鬥夜攻降坎" +
      "穆宗遇樓付乎腦航賣暴楚澤訪鄉敗副括短毒盟疑永賓靈黃輸億守遺倒臨怕善朱壞志勝墨亂智",
  ],
  KOREAN: [
    "EUC-KR",
    "어이아리다스지가라사시로고기나도니자인서마대하에트그는부한요일수해드르제의정보주전크바장오카구비상우미소세타을모만동" +
      "원국신여프유은레무야성으안데거들게위진면치코조공중화루과러내디생와파터문선연티를있경토려네노관간계남영발분실포단방회" +
      "히브저키산학개교당메까명운차피말용버호재체적통래행물월음예입식할반베작건후알했금심양두랑감합테쿠페역투린란임민더었본" +
      "불업것출배매강즈각직습없결워군언속애력난년종살현울되청때법집천너표추설질달북올처등케외점누태같람형온약번독",
    "최판런탄른복며목갈된걸초함날격머친준던든랜블근평웨편변령절료슬박증급열돌느클않항특별름권커츠론좋따져순플광새참석잘님" +
      "록술색망탈였필승환악엔푸확향담능병품림송존또막겠볼뉴김손럽슈립줄글퍼류창못늘받많백완릴길총축겨족몰슨께활녀맞았얼콜션" +
      "육혼취틀벌씨냐앙패팔엘졌링침채충쪽책응밀움럼접범먹렸렇희죽빌극봐긴쳐삼황검헤귀골빠왔벨몬험랍잡왕락허폭엄칸찾싶캐련량" +
      "잠암곳폴착협샤짜쓰섬견규셔센왜억철찰끼렌닌뒤놀먼빈눈맥칼앞답힘릭될턴폰떠맨났넘홍죠써쇼택널곤잔콘싱덴쟁및콩농칠뭐싸좀" +
      "죄봉셨곡휴팀텔째끝놓벤혀냥갑찬십례논득떨욕압쉬숙익킨켜줘굴몽풍갔혹밤징획롱돼둘측염빨풀몸꾸됐효멘팅튀웃념솔액폐첫텐핀" +
      "꺼컨톤괴깨힐틴벽",
  ],
};

const FIRST = 0x23;
const RANKS = 6;
const UNDEFINED = 30;
const MOST_SKIPPED = 60;
const LONG_GAP = 90;

const character = (value) => String.fromCharCode(FIRST + value);

/** Decodes each byte from 80 on: the empty text for C1 controls and undefined bytes. */
function decodeBytes(encoding) {
  const decoder = new TextDecoder(encoding);
  return Array.from({ length: 0x80 }, (_, i) =>
    decoder.decode(Uint8Array.of(0x80 + i)).replace(/[\ufffd\x80-\x9f]/, ""),
  );
}

/** Encodes the bytes from 61 on: a number for class and rank, UNDEFINED, or UNDEFINED plus a count of bytes that are not letters. */
function encodeLetters(encoding, classes) {
  const kinds = new Map([["", UNDEFINED]]);
  classes.forEach((text, k) => {
    let rank = 0;
    for (const letter of text) {
      if (/[0-9]/.test(letter)) rank = Number(letter);
      else kinds.set(letter, k * RANKS + rank);
    }
  });
  let letters = "";
  let skipped = 0;
  for (const read of ["abcdefghijklmnopqrstuvwxyz", "{|}~\x7f", decodeBytes(encoding)].flatMap((some) => [...some])) {
    const kind = kinds.get(read === "İ" ? "i" : read.toLowerCase());
    if (kind === undefined) skipped++;
    if (skipped === MOST_SKIPPED || (kind !== undefined && skipped > 0)) {
      letters += character(UNDEFINED + skipped);
      skipped = 0;
    }
    if (kind !== undefined) letters += character(kind);
  }
  return letters;
}

/** Finds the capitals, as the first and the last byte of each range. */
function findCapitals(encoding) {
  const ranges = [];
  decodeBytes(encoding).forEach((read, i) => {
    if (!/\p{Lu}/u.test(read)) return;
    if (ranges.at(-1)?.[1] === 0x7f + i) ranges.at(-1)[1]++;
    else ranges.push([0x80 + i, 0x80 + i]);
  });
  return ranges.flat();
}

/** Finds the place of each two-byte character in the grid of its encoding, which has 94 columns, or 157 for Big5. */
function findPlaces(encoding) {
  const decoder = new TextDecoder(encoding);
  const places = new Map();
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = encoding === "Big5" ? 0x40 : 0xa1; trail <= 0xfe; trail++) {
      if (trail > 0x7e && trail < 0xa1) continue;
      const place =
        encoding === "Big5"
          ? 157 * (lead - 0xa1) + trail - (trail < 0x7f ? 0x40 : 0x62)
          : 94 * (lead - 0xa1) + trail - 0xa1;
      const read = decoder.decode(Uint8Array.of(lead, trail));
      if (!places.has(read)) places.set(read, place);
    }
  }
  return places;
}

/** Encodes the common characters: twice the gap before each, plus one in the second tier; 90 is a gap of 45 without a character. */
function encodeGaps(encoding, tiers) {
  const places = findPlaces(encoding);
  const all = tiers.flatMap((tier, k) => Array.from(tier, (one) => [places.get(one), k]));
  let next = 0;
  let gaps = "";
  for (const [place, tier] of all.sort((a, b) => a[0] - b[0])) {
    if (!(place >= next)) throw new Error(`${encoding}: a character is missing or occurs twice`);
    for (; place - next >= LONG_GAP / 2; next += LONG_GAP / 2) gaps += character(LONG_GAP);
    gaps += character(2 * (place - next) + tier);
    next = place + 1;
  }
  return gaps;
}

const rows = SINGLE_BYTE.flatMap(([language, ...encodings]) => {
  const classes = LANGUAGES[language].slice(0, -1);
  const follows = LANGUAGES[language].at(-1).replaceAll(" ", "");
  return encodings.map(([name, bits]) => {
    const row = [name, bits, encodeLetters(name, classes), findCapitals(name), follows];
    return `  // ${String(language)}\n  ${JSON.stringify(row)},\n`;
  });
});
const common = Object.entries(COMMON).map(
  ([name, [encoding, ...tiers]]) =>
    `/** Of ${encoding}. */\nexport const ${name} =\n  ${JSON.stringify(encodeGaps(encoding, tiers))};\n`,
);
const text = `// DO NOT EDIT: written by scripts/charset-guess.mjs, which documents the sources, with the indexes of the Encoding Standard
// (https://encoding.spec.whatwg.org/#indexes). The numbers are written as characters, with # for 0.

/**
 * The languages in their encodings. The penalty before the first byte is in bits. The letters encode the bytes from 61 on:
 * 6 times the class plus the rank, ${UNDEFINED} for an undefined byte, or ${UNDEFINED} plus the number of bytes that are not letters. The
 * capitals are the first and last byte of each range. The digits for the border of a word and for each class are how often
 * the border and each class follow it.
 */
export const SINGLE_BYTE: readonly (readonly [
  name: string,
  penalty: number,
  letters: string,
  capitals: readonly number[],
  follows: string,
])[] = [
${rows.join("")}];

// The common characters in the order of their places: twice the gap before each, plus one in the second tier; ${LONG_GAP} is a gap
// of ${LONG_GAP / 2} without a character.

${common.join("\n")}`;

if (!process.argv.includes("--check")) writeFileSync(TARGET, text);
else if (!existsSync(TARGET) || readFileSync(TARGET, "utf8") !== text) {
  console.error("library/src/inspect/charset-guess.generated.ts is not what scripts/charset-guess.mjs writes");
  process.exitCode = 1;
}

/** A small generator with a seed, so that failures can be repeated. */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0;
    return Math.floor(((mixed ^ (mixed >>> 15)) >>> 0) / (2 ** 32 / limit));
  };
}

export type Random = ReturnType<typeof createRandom>;

function join(pieces: readonly string[], length: number, seed: number): string {
  const random = createRandom(seed);
  let text = "";
  while (text.length < length) text += pieces[random(pieces.length)];
  return text;
}

/** Random code points from a range, all of one script. */
function script(from: number, to: number, length: number, seed: number) {
  const random = createRandom(seed);
  const units = Array.from({ length }, () =>
    random(7) === 0 ? 0x20 : from + random(to - from)
  );
  return String.fromCodePoint(...units);
}

export function randomUnits(
  alphabet: string,
  length: number,
  seed = 1
): string {
  const random = createRandom(seed);
  const units = Array.from({ length }, () =>
    alphabet.charCodeAt(random(alphabet.length))
  );
  let text = "";
  for (let i = 0; i < length; i += 8192) {
    text += String.fromCharCode(...units.slice(i, i + 8192));
  }
  return text;
}

function randomBytes(length: number, seed: number): Uint8Array {
  const random = createRandom(seed);
  return Uint8Array.from({ length }, () => random(256));
}

const ENGLISH =
  "The quick brown fox, who hadn't slept, jumps over thirteen lazy dogs. " +
  "It's 7:45 a.m.; they're late (again!), and we'll ask \"why?\" twice... " +
  "Internationalization isn't indistinguishable from localization.\n\n";
const SPANISH =
  "La organización pidió 3.500 € de indemnización; ¿quién lo autorizó? " +
  "¡Nadie! El murciélago comía feliz cardillo y kiwi, según el ñandú.\n" +
  "Desafortunadamente, la reunión se aplazó hasta mañana a las 10:30 h.\n\n";
const MARKDOWN =
  "# Guide\n\n- item *one*\n  - [link](https://e.org/a?b=1#c) `code`\n\n" +
  "| sku | price |\n|:---|---:|\n| A1 | 10.50 |\n\n```sh\nnpm i --save  x\n" +
  "```\n\n> quote **bold**\n\n***\n\n1. first\r\n2. second\r\n\r\n";
const TYPESCRIPT =
  "export async function* read<T>(path: string, n = 0x1F): AsyncGenerator<T> {" +
  "\n  for (let i = 0; i < n; i++) {\n    yield (await load(`${path}/${i}`)) " +
  "as T; // TODO: don't\n  }\n}\n\n\tconst [a, b] = await Promise.all([x?.y, " +
  "z ?? null]);\n\n/** @see HTTPServerError2 */\nclass K_1 extends Map {}\n";
const CHINESE =
  "在机器学习中，分词器将文本转换为标记。我们需要一个准确的计数！" +
  "《红楼梦》共一百二十回，作者是曹雪芹；后四十回由高鹗续写。\n" +
  "他说：“今天是2026年11月30日，天气很好”，然后离开了北京大学图书馆。\n";
const JAPANESE =
  "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\n" +
  "コンピューターのプログラムが、テキストをトークンに変換します！ｶﾀｶﾅも。\n";
const ARABIC =
  "اللغة العربية هي أكثر اللغات السامية تحدثًا، وإحدى أكثر اللغات انتشارًا.\n" +
  "كَتَبَ الطَّالِبُ ١٢٣ كلمةً في الدفتر؟ نعم؛ ثم ذهب إلى المدرسة.\n";
const HINDI =
  "हिन्दी विश्व की एक प्रमुख भाषा है। भारत की राजभाषा १९४९ में घोषित हुई।\n" +
  "क्या आप मुझे बता सकते हैं कि यह कितने का है? धन्यवाद, नमस्ते!\n";
const SPECIAL = [
  "<|endoftext|>",
  "<|fim_prefix|>",
  "<|endofprompt|>",
  "<|im_start|>",
  " and ",
  "\n",
  "<|",
  "|>",
];
const EMOJI = [..."😀👩‍🚀🇪🇸👍🏽❤️🏳️‍🌈é ñ\n"];
const DIGITS = ["1", "23", "456", "7890", "½", "٣", "𝟙", " ", ".", ",", "-"];
const CONTRACTIONS = [
  "don",
  "'t",
  "'S",
  "'ll",
  "'LL",
  "'re",
  "'",
  "’s",
  " ",
  "A",
];
const SPACES = [
  "   ",
  " ",
  "\n",
  "\t",
  "\r\n",
  "\u00a0",
  "\u3000",
  "x",
  " y",
  "-",
];
const CASES = [
  "A",
  "b",
  "日",
  "ǅ",
  "ʰ",
  "\u0301",
  "Ж",
  "ж",
  "'s",
  "/",
  " ",
  "\n",
];

/** Text of each kind that has to be counted exactly. */
export const texts: Readonly<Record<string, string>> = {
  english: ENGLISH.repeat(20),
  spanish: SPANISH.repeat(20),
  markdown: MARKDOWN.repeat(20),
  typescript: TYPESCRIPT.repeat(20),
  chinese: CHINESE.repeat(30),
  "chinese without punctuation": script(0x4e00, 0x5400, 3000, 2),
  japanese: JAPANESE.repeat(40),
  arabic: ARABIC.repeat(30),
  hindi: HINDI.repeat(30),
  emoji: join(EMOJI, 4000, 3),
  base64: btoa(String.fromCharCode(...randomBytes(3000, 4))),
  "random bytes as UTF-8": new TextDecoder().decode(randomBytes(5000, 5)),
  "random bytes as Latin-1": String.fromCharCode(...randomBytes(5000, 6)),
  "U+0085": join(["\u0085", " ", "\n", "a", "-", "1", "é"], 4000, 7),
  "U+FEFF": join(["\ufeff", " ", "\n", "a", "-", "1", "é"], 4000, 8),
  "lone surrogates": join(["\ud83d", "\ude00", "a", " ", "😀", "-"], 4000, 9),
  digits: join(DIGITS, 4000, 10),
  contractions: join(CONTRACTIONS, 4000, 11),
  "special tokens": join(SPECIAL, 4000, 12),
  "white space": join(SPACES, 4000, 13),
  "letter case": join(CASES, 4000, 14),
  "long pre-tokens": join(
    ["a".repeat(90), "Ünïcödé".repeat(12), " ".repeat(200), "=-".repeat(50)],
    6000,
    15
  ),
  "one long word": randomUnits("abcdefghijklmnopqrstuvwxyz", 4000, 16),
};

/**
 * Words by which `maskContacts` recognises contact details, and numbers that are no contact
 * details.
 */

export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

// --- Characters that look like other characters ---

/** Letters of other alphabets, each with the Latin letter that it looks like. */
export const lookalikes: ReadonlyMap<string, string> = new Map(
  [
    ...'аaеeоoрpсcуyхxіiјjѕsкkмmтtвbнhԁdӏlԛqԝwαaεeοoρpνvιiκkτtυuχxγyηnɑaɡgıiɩiʟlꞁlłløođdзzбb'.matchAll(
      /(.)([a-z])/gu,
    ),
  ].map(([, letter = '', latin = '']) => [letter, latin]),
);

/** First characters of consecutive digits or letters that Unicode does not name as such. */
export const rowsOfCharacters: readonly (readonly [first: number, row: string])[] = [
  [0x24f5, '123456789'],
  [0x24ff, '0'],
  [0x2776, '123456789'],
  [0x2780, '123456789'],
  [0x278a, '123456789'],
  [0x1f101, '0123456789'],
  [0x1f150, 'abcdefghijklmnopqrstuvwxyz'],
  [0x1f170, 'abcdefghijklmnopqrstuvwxyz'],
  [0x1f1e6, 'abcdefghijklmnopqrstuvwxyz'],
];

/** Letters that count as digits next to digits, as in 2l2-5S5. */
export const letterDigits = setOf('l i s b z');

const asLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

/** Whether a set has a word, with digits for letters allowed: gma1l, c0m. */
export function hasWord(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) {
    return true;
  }
  if (word.length > 20 || !/[0-9]/.test(word) || !/\p{L}/u.test(word)) {
    return false;
  }
  const letters = word.replace(/[0-9]/g, (digit) => asLetters[digit] ?? digit);
  return words.has(letters) || words.has(word.replaceAll('1', 'l').replaceAll('0', 'o'));
}

// --- Numbers in words: English, Spanish, French, German, Portuguese, Dutch, Italian, without
// accents ---

const digitsInWords = [
  'zero oh o null cero nil nul',
  'one uno un una une ein eins eine um uma een',
  'two dos deux zwei zwo dois duas twee due',
  'three tres trois drei drie tre',
  'four cuatro quatre vier quatro quattro',
  'five cinco cinq funf fuenf vijf cinque',
  'six seis sechs meia zes sei',
  'seven siete sept sieben sete zeven sette',
  'eight ocho huit acht oito otto',
  'nine nueve neuf neun nove negen',
];

/** Two-digit numbers as spoken in phone numbers. */
const teensInWords = [
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  'diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
  'dix onze douze treize quatorze quinze seize',
  'zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
  'dez doze treze dezesseis dezessete dezoito dezenove dezasseis dezassete dezanove',
  'veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
];

const tensInWords = setOf(
  'twenty thirty forty fifty sixty seventy eighty ninety veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa vingt trente quarante cinquante soixante septante huitante octante nonante zwanzig dreißig dreissig vierzig funfzig sechzig siebzig achtzig neunzig vinte trinta quarenta cinquenta sessenta oitenta',
);

const hundredsInWords = setOf(
  'hundred cien ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos cent cents hundert cem cento',
);

const numberWords: ReadonlyMap<string, string> = new Map([
  ...digitsInWords.flatMap((words, digit) =>
    words.split(' ').map((word) => [word, String(digit)] as const),
  ),
  ...teensInWords.flatMap((words) => words.split(' ').map((word) => [word, '10'] as const)),
  ...[...tensInWords].map((word) => [word, '20'] as const),
  ...[...hundredsInWords].map((word) => [word, '00'] as const),
]);

const longestNumberWord = 12;
const longestCompound = 60;
const beforeTens = /^und(?:zwan|drei|vier|funf|sech|sieb|acht|neun)(?:z|ß|ss)ig/;

export function digitsOfWord(word: string): string | undefined {
  const known = numberWords.get(word);
  if (known !== undefined || word.length < 6 || word.length > longestCompound) {
    return known;
  }
  let digits = '';
  let at = 0;
  while (at < word.length) {
    if (digits && beforeTens.test(word.slice(at, at + longestNumberWord))) {
      // "vierundzwanzig": the unit spoken first belongs to the ten after it.
      digits = digits.slice(0, -1);
      at += 3;
    }
    let length = Math.min(longestNumberWord, word.length - at);
    while (length > 1 && !numberWords.has(word.slice(at, at + length))) length -= 1;
    if (length <= 1) {
      return undefined;
    }
    digits += numberWords.get(word.slice(at, at + length)) ?? '';
    at += length;
  }
  return digits;
}

export const isTens = (word: string): boolean => tensInWords.has(word);

/** Numbers that are also other words; a phone number neither begins nor ends with these. */
export const articles = setOf(
  'o oh one un una une uno ein eine um uma een due sei once sept nil null cent cents',
);

/** Words between a ten and a unit, or between groups of a spoken number. */
export const numberJoints = setOf(
  'y e et und and dash hyphen slash space then double triple doble guion raya tiret espace bindestrich strich traco dann luego puis depois',
);

// --- Numbers that are recognised by the name before them and by the sizes of their groups ---

interface KnownNumber {
  names: ReadonlySet<string>;
  shape: RegExp;
}

/** Numbers that are no phone numbers, although they have seven digits or more. */
export const knownNumbers: readonly KnownNumber[] = [
  // Postal codes: 92101-1234, 01310-100 (Brazil).
  { names: setOf('zip zipcode postal postcode plz cep cp'), shape: /^(5-4|9|5-3|8|5)$/ },
  // Postal codes after the state: FL 34747-1234.
  {
    names: setOf(
      'al ak az ar ca co ct de fl hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa pr ri sc sd tn tx ut vt va wa wv wi wy',
    ),
    shape: /^5-4$/,
  },
  // Confirmations and certificates of exchange companies: RCI-4829-1938-22, GC-2027-104-55.
  { names: setOf('rci ii interval gc dae'), shape: /^(7|8|4-4-2|4-3-2|4-4)$/ },
  // Tax licences of Hawaii: TA-123-456-7890-01.
  { names: setOf('tat get ta ge'), shape: /^3-3-4-2$/ },
  {
    names: setOf(
      'confirmation certificate conf reservation reference ref invoice order bestatigung reserva',
    ),
    shape: /^([789]|4-[345]|[56]-[123]|4-3-2)$/,
  },
  {
    names: setOf(
      'contract agreement deed member membership owner ownership account policy parcel permit license licence registration vertrag contrato contrat',
    ),
    shape: /^([78]|4-[34]|[56]-[123]|3-3-4-2)$/,
  },
  { names: setOf('booking bookings buchung flight ticket case'), shape: /^([78]|4-[34])$/ },
];

export const namingWords = setOf('number numbers num is id ids code codes no nos nr s');

export const weekWords = setOf('week weeks wk wks semana semanas semaine semaines woche wochen');
export const unitWords = setOf(
  'unit units villa villas room rooms apt apartment apartments suite suites bldg building buildings lot lots',
);

export const months = setOf(
  'jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre januar februar marz juni juli oktober dezember janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro',
);
export const currencies = setOf(
  '$ € £ ¥ usd eur gbp cad aud mxn brl dollar dollars dolares euro euros pound pounds bucks peso pesos reais point points pts punkte puntos pontos bonuspoints',
);

// --- E-mail addresses, links, and names at messengers ---

export const atWords = setOf('at arroba arobase arrobase chiocciola klammeraffe');
/** Count as @ only in brackets or between other signs. */
export const bracketedAtWords = setOf('a at et ad aet bei');
/** "dot" occurs in host names only; the other languages' words have further meanings. */
export const dotWords = setOf('dot');
export const otherDotWords = setOf('punto punkt point ponto period');
export const bracketedDotWords = setOf('d p dt');

/** Top-level domains that are no English words, so that a missing space makes no link. */
export const hostEnds = setOf(
  'com net org info biz io co app dev xyz edu gov uk de fr es nl pl pt se fi dk ch cz gr ru ua tr cn jp kr br ar mx cl ca au nz za ae hk sg th vn ph hu ro bg hr rs lt lv ee lu eu cc gg ly ai nu li online website shop club rentals vacations tv vip ws fm',
);
/** Domains accepted after a spelled dot, where other domains are words: "punto de encuentro". */
export const spelledEnds = setOf('com net org info biz io co app dev xyz edu gov uk me');
export const mostUsedEnds = setOf('com net org edu');

export const mailHosts = setOf(
  'gmail googlemail hotmail yahoo icloud aol protonmail gmx ymail g-mail geemail gmale',
);

/** Messengers whose names have no other meaning. */
export const messengers = setOf(
  'instagram insta ig facebook fb whatsapp whatsap wapp telegram snapchat skype wechat weixin kakao kakaotalk viber discord twitter tiktok linkedin venmo zelle cashapp paypal imessage facetime',
);
/** Messengers whose names are ordinary words. */
export const otherMessengers = setOf('line signal snap threads messenger zoom x tg wa');
export const handleWords = setOf('handle user username id name nick nickname account acct live');
export const handleJoints = setOf('is es est ist as me add under como als sous unter');
export const ownWords = setOf('my our mi mein mon meu minha me');
export const handlePrepositions = setOf('on en auf sur no na via in');
/** Words after a messenger's name or an @ that are no person's name. */
export const noHandles = setOf(
  'hidden the a an our my your his her this that it is are was not no none nope yes ok okay only and or but for in on at to of with via private public down new great good available free full off noon midnight night home account page group groups chat call calls message messages app also there here we i you they us me please thanks sorry works',
);

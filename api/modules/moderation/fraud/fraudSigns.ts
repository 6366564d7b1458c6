import type { FraudReason } from '#common/fraudReasons.ts';

/** Longer texts are read to this length. */
const longest = 20_000;

/**
 * Reasons to warn of a text, by the words that consumer agencies warn of. Words alone are no
 * reason: someone must ask the reader for something. Paying the resort or the escrow partner,
 * telling of a payment, and telling of a fraud are none. Reads English. Takes time in proportion
 * to the length.
 */
export function fraudSigns(text: string): FraudReason[] {
  const sentences = sentencesOf(text);
  const whole = sentences.join('. ');
  const found = rules.filter(({ isIn }) => isIn(sentences, whole)).map(({ reason }) => reason);
  // Honest people are in a hurry, too.
  return found.length > 0 && anyOf(pressure, whole) ? [...found, 'PRESSURE'] : found;
}

const rules: readonly {
  reason: FraudReason;
  isIn: (sentences: readonly string[], whole: string) => boolean;
}[] = [
  { reason: 'PAYMENT_OUTSIDE', isIn: asksForPayment },
  { reason: 'FEE_IN_ADVANCE', isIn: asksForFee },
  { reason: 'CONTACT_OUTSIDE', isIn: (sentences) => sentences.some(asksForContact) },
  { reason: 'FALSE_AUTHORITY', isIn: claimsAuthority },
];

const sentencesOf = (text: string): string[] =>
  text
    .slice(0, longest)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()
    .split(/[.!?](?=\s|$)|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const anyOf = (expressions: readonly RegExp[], text: string): boolean =>
  expressions.some((expression) => expression.test(text));

// --- Payment outside of the site ---

const methods = [
  /\b(?:zelle|venmo|cash ?app|chime|paypal|revolut|remitly|xoom|e-?transfer|interac|western union|money ?gram|wire|wiring|money order)\b/,
  /\b(?:bitcoins?|btc|crypto|cryptocurrency|ethereum|usdt|stablecoins?|wallet address)\b/,
  /\b(?:gift|prepaid|steam|amazon|apple|itunes|google play) (?:or \w+ )?(?:gift )?(?:cards?|vouchers?|codes?)\b/,
  /\b(?:bank|direct|money) (?:transfer|deposit|draft|details)\b|\biban\b|\b(?:routing|account) number\b/,
  /\b(?:cashier's|certified|personal) che(?:ck|que)\b|\bche(?:ck|que) out to\b|\bin cash\b/,
];

/** Asks the reader to pay, or says how the writer is paid. */
const asksToPay = [
  /\b(?:send|pay|wire|transfer|e-?transfer|mail|forward|remit|give|buy|make|refund|deposit) (?:me|us|him|her|it|them|the|your|that|a|an|my|our|half|\$|[0-9])/,
  /\b(?:pay|paid|payment|payments|payable|deposit) (?:is |only |just )?(?:by|via|through|with|using|in)\b/,
  /\b(?:i|we) (?:can |will |would |'d )?(?:only |just |also )?(?:take|accept|prefer|need|want|deal in|invoice|bill|ask for)\b/,
  /\b(?:please|kindly)\b.{0,20}\b(?:send|pay|wire|transfer|mail|buy|deposit|remit|forward)\b/,
  /\bif you (?:buy|send|pay|wire|transfer)\b/,
  /\b(?:buy|get|purchase|scratch)\b.{0,40}\bcards?\b|\b(?:payment|terms)\b.{0,30}\bin advance\b/,
];

/** No shop of a resort and no partner is paid in this way. */
const untraceable =
  /\b(?:western union|money ?gram|remitly|xoom|bitcoins?|btc|cryptocurrency|ethereum|usdt|zelle|cash ?app|chime)\b/;

const paysPerson = [
  /\b(?:deposit|money|payment|rent|funds|amount)\b.{0,40}\bto my (?:\w+ ){0,2}(?:wife|husband|sister|brother|mother|father|son|daughter|cousin|friend|lawyer|attorney|agent|assistant|manager)\b/,
  /\b(?:deposit|money|payment|funds|rent|amount|sum|balance|arrears)\b.{0,40}\bto (?:(?:this|the following|a new|our new|another|a different) account|the account (?:below|of|in the name)|the (?:courier|driver|agent|seller|owner))\b/,
  /\bpay (?:me|us) (?:direct|directly|privately|in cash|outside|personally)\b/,
  /\b(?:zelle|venmo|paypal|cash ?app|e-?transfer) (?:me|us)\b/,
  /\b(?:send|pay|wire|transfer)\b.{0,30}\b(?:deposit|money|rent|amount|sum|\$[0-9,]+)\b.{0,40}\b(?:courier|ups|fedex|dhl|driver)\b/,
  /\bcome to\b.{0,60}\$[0-9,]+ in (?:an envelope|cash)\b/,
  /\b(?:to|into) (?:my|our|his|her|my \w+'s) (?:own |bank |personal |private |checking )*account\b/,
  /\bche(?:ck|que) out to (?:me|us|him|her|my)\b/,
];

/** A check for too much, which bounces after the reader has sent on a part. */
const overpays = [
  /\bche(?:ck|que)\b[^?]{0,80}\b(?:forward|return|send|refund|pass|wire)\b.{0,20}\b(?:part|share|difference|extra|rest|remainder|surplus)\b/,
  /\bdraft\b.{0,120}\b(?:forward|return|send|refund|pass|wire)\b.{0,20}\b(?:part|share|difference|extra|rest|remainder|surplus)\b/,
  /\boverpaid\b.{0,120}\brefund\b|\b(?:send|return|refund|wire) (?:back )?the (?:difference|extra|surplus|overpayment)\b/,
];

/** Pays whom one should pay, asks, tells what was, or warns. */
const isInnocent = (sentence: string): boolean => anyOf(innocent, sentence);

const innocent = [
  /\b(?:not|no longer) (?:accepted|possible|allowed|welcome)\b|\bno (?:cash|crypto|checks|wires?)\b/,
  /\b(?:to|by|through|via|into) (?:the |this |a |your |our )?(?:resort|title company|site|website|club|front desk|association|spa|check-?in|checkout|tideweek)\b/,
  /\b(?:pay|pays|paid|payable|payments?|charged?|charges|takes?|due|fees?|cash|deposit|cards?|book|hold|holds)\b.{0,30}\b(?:at|on|in|with) (?:the |this |a |your |our )?(?:resort|title company|site|website|club|front desk|association|spa|check-?in|checkout|tideweek)\b/,
  /(?<!\b(?:my|our|new) )\bescrow\b|\b(?:the|a) title company\b|\bthe (?:resort|club) (?:takes|charges|accepts)\b/,
  /\b(?:i|we|they|he|she)(?: have|'ve|'d)? (?:already )?(?:paid|sent|wired|got|bought|used|refused)\b/,
  /\b(?:can|could|may|should|do|would) (?:i|we)\b|\bdo you know\b|\b(?:asked|told) (?:me|us|people)\b/,
  /\b(?:never|nobody|don't|do not|can't|cannot|can not|won't|wouldn't|isn't) (?:\w+ ){0,3}(?:pay|paid|payments?|send|wire|take|accept|ask|asks|trust)\b/,
];

function asksForPayment(sentences: readonly string[], whole: string): boolean {
  if (tellsOfFraud(whole)) return false;
  if (anyOf(overpays, whole)) return true;
  return sentences.some((sentence, place) => {
    if (isInnocent(sentence)) return false;
    if (anyOf(paysPerson, sentence)) return true;
    if (untraceable.test(sentence)) return true;
    if (!anyOf(methods, sentence)) return false;
    const next = sentences[place + 1] ?? '';
    return anyOf(asksToPay, sentence) || (!isInnocent(next) && anyOf(asksToPay, next));
  });
}

const tellsOfFraud = (whole: string): boolean =>
  /\b(?:scams?|scammers?|hung up|pretend|pretends|pretended|pretending|phoned (?:us|me)|got a call)\b/.test(
    whole,
  ) && !/\b(?:no|not a) scam\b/.test(whole);

// --- Fees in advance ---

const fees =
  /\b(?:fees?|charges?|tax|taxes|costs|insurance|retainer|payment|assessments?|duty|deposit|search|bond)\b|\$ ?[0-9]|\b(?:pay|remit|wire|send) (?:only |just )?\$?[0-9]/;

const beforehand = [
  /\b(?:up ?front|in advance|beforehand|prior to|first|one[- ]time)\b/,
  /\bbefore (?:we|you|the|it|your|our|closing|funds|money|any)\b|\b(?:only|all you) need to\b|\ball (?:that )?we (?:require|need|ask)\b|\bnow and we\b/,
  /\b(?:refunded|refundable|reimbursed|credited|returned|(?:comes?|gets?|get|given) (?:it )?back|money back|guaranteed?)\b|\b(?:to|for the) release\b|\bto receive (?:it|the|your)\b/,
];

/** The writer acts for a buyer, or gets money or a contract out of the way. */
const agents = [
  /\b(?:corporate|cash|ready|guaranteed|foreign) buyers?\b|\bbuyers? (?:waiting|ready|lined up|who is|in|from)\b/,
  /\b(?:matched with a|found a|have an?|got an?) (?:\w+ )?(?:buyer|client) for (?:you|your|every)\b|\bmatched with a buyer\b|\bour (?:\w+ )?(?:clients?|buyers?|investors?)\b|\b(?:client|buyer|investor|company) (?:who|that) (?:wants|would like|is ready|will buy)\b|\b(?:retained|hired|sent) by the buyer/,
  /\bwe (?:sell|represent|recover|cancel|buy|rent) (?:your|any|all)\b|\bget rid of your\b|\b(?:lawyers?|attorneys?) (?:remove|cancel|end|get|free)\b|\bclass action\b|\bi represent\b/,
  /\b(?:company|buyer|client|investor|group|family) (?:\w+ )?wants? (?:to (?:buy|purchase) )?(?:your|all)\b|\byou are owed\b|\b(?:get|have) your (?:\w+ ){0,3}(?:cancell?ed|released|refunded)\b/,
  /\b(?:exit|relief|recovery|resale) (?:company|firm|program|service|team)\b/,
  /\b(?:get|gets|getting) you out of\b|\bwe buy (?:timeshares|weeks|points)\b/,
  /\bwe are (?:paying cash|buying)\b|\byour (?:unit|week|timeshare) qualifies\b|\bproceeds\b/,
  /\bvictim of\b|\byour losses\b|\bawarded\b|\bout of your timeshare\b/,
  /\b(?:funds|money|payout) (?:can|will|to) be released\b|\bwe (?:will )?(?:advertise|market|list) your\b/,
  /\b(?:to|for the) release (?:it|the|of|your)\b|\bcapital gains\b|\bsale is (?:approved|confirmed)\b/,
];

function asksForFee(sentences: readonly string[], whole: string): boolean {
  if (tellsOfFraud(whole) || !anyOf(agents, whole)) return false;
  return sentences.some(
    (sentence, place) =>
      fees.test(sentence) && anyOf(beforehand, `${sentence} ${sentences[place + 1] ?? ''}`),
  );
}

// --- Contact outside of the site ---

const elsewhere = [
  /\b(?:off|outside|outside of|away from|without|around) (?:the|this) (?:site|platform|website|app|marketplace)\b/,
  /\b(?:do|deal|book|rent|buy|pay|arrange|reserve|settle)\b.{0,25}\b(?:directly|privately|between us)\b/,
  /\b(?:e-?mail|text|call|ring|phone|contact|write|message) (?:to )?me\b.{0,60}\b(?:better|lower|cheaper|discount|privately|commission|fees?)\b/,
  /\b(?:cheaper|better|lower|discount|private|privately)\b.{0,40}\b(?:e-?mail|text|call|ring|phone|contact|write|message) (?:to )?me\b/,
  /\byour (?:e-?mail|number|phone|whats ?app)\b.{0,60}\b(?:private|better|lower|cheaper|discount)\b/,
  /\b(?:don't|do not) need (?:this|the) (?:site|website|platform)\b/,
  /\b(?:continue|move|talk|chat|write|text|message|reach|contact|find|add)\b.{0,25}\b(?:by|on|over|via|to|at) (?:whats ?app|telegram|signal|messenger|e-?mail|text|sms|wechat|viber)\b/,
  /\b(?:i'm|i am) on (?:whats ?app|telegram|signal|wechat|viber)\b/,
  /\b(?:avoid|save|skip|escape) (?:us |you |both )?(?:the|their|its|this site's) (?:(?:booking|service|site|site's|platform|website) )?(?:fees?|commission|cut)\b/,
  /\bcancel (?:it|the booking|your (?:booking|request)) (?:here|on this site)\b/,
  /\b(?:don't|dont|do not|skip|forget|ignore) (?:\w+ )?(?:press|click|use|book|booking|the)\b.{0,10}\b(?:book|here|button)\b|\b(?:shoot|drop|send) me a (?:text|mail|message)\b.{0,60}\b(?:cheaper|less|better|work something out)\b|\bsite (?:does not have )?to know\b/,
];

const asksForContact = (sentence: string): boolean =>
  anyOf(elsewhere, sentence) && !anyOf(notElsewhere, sentence);

const notElsewhere = [
  /\b(?:i|we) (?:don't|do not|won't|can't|cannot) (?:\w+ ){0,3}(?:deals?|rent|book|sell|arrange|talk|pay)\b/,
  /\bnever (?:\w+ )?(?:ask|pay|send|trust|book|deal|rent|do|go|meet)\w*\b|\bscams?\b|\bdon't want to\b|\b(?:after|once|until)\b.{0,30}\b(?:book|booked|booking|confirmed|arrive)\b/,
  /\b(?:directly|book|pay|rent|arrange) (?:through|here|on|via|with) (?:the|this|your) (?:site|website|resort|platform)\b/,
];

// --- False authority ---

const asksForSecret = [
  /\b(?:reply|send|confirm|tell|give|enter|verify|text|read)\b.{0,40}\b(?:code|password|pin|passcode)\b.{0,40}\b(?:sent|phone|chat|message|reply|received|account)\b/,
  /\b(?:give|tell|send|read) (?:me|us)\b.{0,60}\b(?:password|pin|cvv|digits on)\b/,
  /\b(?:code|digits|numbers?)\b.{0,40}\b(?:by|via|in an?|from the) (?:sms|text)\b/,
  /\b(?:photo|photos|photograph|picture|pictures|scan|both sides|front and back)(?: of)? (?:\w+ ){0,4}your (?:\w+ ){0,2}(?:card|passport|licen[cs]e)\b/,
  /\b(?:confirm|verify|provide|enter|reply with|tell (?:me|us)|give (?:me|us)|send (?:me|us)) your (?:\w+ )?(?:password|pin|log-?in)\b/,
];

const codesOfResorts =
  /\b(?:door|gate|entry|entrance|access|key|lock|wi-?fi|alarm|pool|garage|elevator|promo|discount|zip|dress)[- ](?:code|password|pin)\b/;

const claims = [
  /\b(?:this is|i work (?:for|in|at)|i am|i'm|we are|notice from|message from|on behalf of)\b.{0,30}\b(?:escrow|billing|legal|security|support|fraud|law|government|tax|court|bank|compliance|tideweek)\b.{0,20}\b(?:department|team|support|office|officer|service|division)\b/,
  /\b(?:i'm|i am|we are|this is) (?:\w+ )?(?:the |your )?(?:resort|club|developer|association|bank|court)'s (?:\w+ )?(?:attorneys?|lawyers?|collectors?|counsel|agents?)\b/,
  /\bthis is (?:the )?customer (?:care|service|support)\b|\b(?:irs|court|security) notice\b/,
];

function claimsAuthority(sentences: readonly string[], whole: string): boolean {
  if (tellsOfFraud(whole)) return false;
  return sentences.some(
    (sentence) =>
      (anyOf(asksForSecret, sentence) && !codesOfResorts.test(sentence)) || anyOf(claims, sentence),
  );
}

// --- Pressure ---

const pressure = [
  /\b(?:today|tonight) only\b|\bonly (?:today|tonight)\b|\bright now\b|\bcall now\b|\bact (?:now|fast)\b/,
  /\bwithin (?:the|an|one|two|three|[0-9]{1,2}|24) hours?\b|\b(?:hold|held) (?:it|them)? ?until\b/,
  /\b(?:other|another) (?:families|family|buyers?|people|person)\b|\bsomeone else\b|\bserious people only\b/,
  /\boffer (?:ends|expires)\b|\bit's gone\b|\bimmediately\b|\burgent(?:ly)?\b|\blast chance\b|\bthis afternoon\b/,
];

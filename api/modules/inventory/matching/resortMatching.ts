import type { Deps } from '#api/context/context.ts';
import { firstId } from '#api/platform/input/globalId.ts';
import { plainText, quoted } from '../weeks/plainText.ts';
import type { OfferedResort } from '../weeks/weekInput.ts';

interface KnownResort {
  id: string;
  brand: string;
  places: Set<string>;
  text: string;
}

export type Match =
  | { resortId: string; text: string; key: string }
  | { problem: string; isIgnored: boolean; key: string };

const atOnce = 2_000;

/** Key of a provider's resort: its id, or its name and location as plainText. */
export const resortKey = ({ externalId, name, location }: OfferedResort): string =>
  externalId !== '' ? externalId : `${plainText(name)}, ${plainText(location)}`;

/**
 * Loads our resorts, brand aliases, and the administrators' decisions on this provider's resorts. A
 * decision for the resort's key wins; otherwise the name must match, ignoring accents, punctuation
 * and brand, and the location must agree. A name that fits two resorts matches neither.
 */
export async function openResortMatcher({ database }: Pick<Deps, 'database'>, providerId: string) {
  const { prisma } = database;
  const aliases = await prisma.brandAlias.findMany();
  const decided = await prisma.inventoryResort.findMany({
    where: { providerId, OR: [{ resortId: { not: null } }, { isIgnored: true }] },
    select: { externalId: true, resortId: true, isIgnored: true },
  });
  const decisions = new Map(decided.map((each) => [each.externalId, each]));
  const phrases = brandPhrases(aliases);
  const { byId, byName, byCore } = await loadResorts(prisma, phrases);

  const look = (offered: OfferedResort): KnownResort | undefined => {
    const name = plainName(offered.name);
    const exact = oneAt(byName.get(name), offered.location, brandOf(offered.brand));
    if (exact || name === '') {
      return exact;
    }
    const { core, phrase } = withoutBrand(name, phrases.all);
    const brand = brandOf(offered.brand) || phrases.brandOf.get(phrase) || phrase;
    // A name without its brand is ambiguous, so the brand must be the same.
    const ofBrand = [...(byCore.get(core) ?? [])].filter((known) => known.brand === brand);
    return oneAt(new Set(ofBrand), offered.location, brand);
  };
  const brandOf = (brand: string): string => {
    const plain = plainText(brand);
    return phrases.brandOf.get(plain) ?? plain;
  };

  const remembered = new Map<string, Match>();
  return {
    match(offered: OfferedResort): Match {
      const key = resortKey(offered);
      const memory = JSON.stringify([key, offered.name, offered.location, offered.brand]);
      const before = remembered.get(memory);
      if (before) {
        return before;
      }
      const match = judge(offered, key);
      if (remembered.size >= 10_000) {
        remembered.clear();
      }
      remembered.set(memory, match);
      return match;
    },
  };

  function judge(offered: OfferedResort, key: string): Match {
    const decision = decisions.get(key);
    if (decision?.isIgnored) {
      return {
        key,
        isIgnored: true,
        problem: `${described(offered)} is on the list of ignored ones`,
      };
    }
    const known = (decision?.resortId && byId.get(decision.resortId)) || look(offered);
    return known
      ? { key, resortId: known.id, text: known.text }
      : {
          key,
          isIgnored: false,
          problem: `${described(offered)} isn't known here. Match it under Resorts to Match, or add it`,
        };
  }
}

async function loadResorts(prisma: Deps['database']['prisma'], phrases: BrandPhrases) {
  const byId = new Map<string, KnownResort>();
  const byName = new Map<string, Set<KnownResort>>();
  const byCore = new Map<string, Set<KnownResort>>();
  let last = firstId;
  for (;;) {
    const rows = await prisma.resort.findMany({
      where: { id: { gt: last } },
      orderBy: { id: 'asc' },
      take: atOnce,
      select: {
        id: true,
        name: true,
        brand: true,
        location: true,
        city: true,
        region: true,
        country: true,
        destination: true,
      },
    });
    for (const row of rows) {
      const brand = plainText(row.brand);
      const { location, city, region, country, destination } = row;
      const known: KnownResort = {
        id: row.id,
        brand,
        places: new Set([...segments(location), city, region, country, destination].map(plainText)),
        text: plainText(`${row.name} / ${location} / ${destination}`),
      };
      byId.set(row.id, known);
      const name = plainName(row.name);
      byName.set(name, (byName.get(name) ?? new Set()).add(known));
      const { core } = withoutBrand(name, [brand, ...(phrases.byBrand.get(brand) ?? [])]);
      byCore.set(core, (byCore.get(core) ?? new Set()).add(known));
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < atOnce) {
      break;
    }
  }
  return { byId, byName, byCore };
}

function described({ externalId, name, location }: OfferedResort): string {
  const place = location === '' ? '' : ` (${location})`;
  return name === ''
    ? `The resort with the id ${quoted(externalId)}`
    : `The resort "${name}"${place}`;
}

/** The only candidate at this location; among several, the only candidate of the brand. */
function oneAt(
  candidates: Set<KnownResort> | undefined,
  location: string,
  brand: string,
): KnownResort | undefined {
  const there = atPlace([...(candidates ?? [])], segments(location).map(plainText));
  const ofBrand = there.length > 1 ? there.filter((known) => known.brand === brand) : there;
  return ofBrand.length === 1 ? ofBrand[0] : undefined;
}

/**
 * Candidates that fit the first (narrowest) place; among these, the candidates that fit most
 * places.
 */
function atPlace(candidates: KnownResort[], places: string[]): KnownResort[] {
  const [first] = places;
  if (first === undefined) {
    return candidates;
  }
  const fitting = candidates.filter((known) => fits(known, first));
  const agreement = (known: KnownResort): number =>
    places.filter((place) => fits(known, place)).length;
  const most = Math.max(...fitting.map(agreement));
  return fitting.filter((known) => agreement(known) === most);
}

/** Accepts 'orlando', and 'orlando fl' written without a comma. */
const fits = ({ places }: KnownResort, place: string): boolean =>
  places.has(place) || [...places].some((known) => known !== '' && place.startsWith(`${known} `));

const segments = (location: string): string[] =>
  location.split(/[,/|()]/).filter((part) => plainText(part) !== '');

const plainName = (name: string): string => plainText(name).replace(/^the /, '');

interface BrandPhrases {
  all: string[];
  brandOf: Map<string, string>;
  byBrand: Map<string, string[]>;
}

function brandPhrases(aliases: { alias: string; brand: string }[]): BrandPhrases {
  const brandOf = new Map<string, string>();
  const byBrand = new Map<string, string[]>();
  for (const { alias, brand } of aliases) {
    const plain = plainText(brand);
    // plainText turns Marriott's into marriotts.
    for (const phrase of [plainText(alias), `${plainText(alias)}s`]) {
      brandOf.set(phrase, plain);
      byBrand.set(plain, [...(byBrand.get(plain) ?? []), phrase]);
    }
    brandOf.set(plain, plain);
  }
  const all = [...brandOf.keys()].sort((one, other) => other.length - one.length);
  return { all, brandOf, byBrand };
}

function withoutBrand(name: string, phrases: readonly string[]): { core: string; phrase: string } {
  for (const phrase of phrases) {
    if (phrase !== '' && name.startsWith(`${phrase} `)) {
      return { core: name.slice(phrase.length + 1).replace(/^(at|by) /, ''), phrase };
    }
    if (phrase !== '' && name.endsWith(` ${phrase}`)) {
      return { core: name.slice(0, -phrase.length - 1).replace(/ (at|by|a)$/, ''), phrase };
    }
  }
  return { core: name, phrase: '' };
}

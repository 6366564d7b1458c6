/** A type of schema.org, as far as our pages use it. */
interface Shape {
  extends?: string;
  /** The expected types of each property. */
  properties: Record<string, readonly string[]>;
  /** What search engines require of it. */
  required?: readonly string[];
}

/** From the definitions at schema.org, and from Google's documentation of structured data. */
const shapes: Record<string, Shape> = {
  Thing: {
    properties: { name: ['Text'], description: ['Text'], url: ['URL'], image: ['URL'] },
  },
  Place: {
    extends: 'Thing',
    properties: {
      address: ['Text', 'PostalAddress'],
      amenityFeature: ['LocationFeatureSpecification'],
      geo: ['GeoCoordinates'],
      aggregateRating: ['AggregateRating'],
      review: ['Review'],
    },
  },
  Accommodation: {
    extends: 'Place',
    properties: { occupancy: ['QuantitativeValue'], numberOfBedrooms: ['Number'] },
  },
  /** Also a Place: LocalBusiness is both. */
  LodgingBusiness: {
    extends: 'Place',
    properties: { brand: ['Brand'], makesOffer: ['Offer'], priceRange: ['Text'] },
    required: ['name', 'address', 'image'],
  },
  Resort: { extends: 'LodgingBusiness', properties: {} },
  Product: {
    extends: 'Thing',
    properties: { brand: ['Brand'], category: ['Text'], offers: ['Offer'] },
    required: ['name', 'image', 'offers'],
  },
  Brand: { extends: 'Thing', properties: {}, required: ['name'] },
  Person: { extends: 'Thing', properties: {}, required: ['name'] },
  Offer: {
    extends: 'Thing',
    properties: {
      price: ['Number'],
      priceCurrency: ['Currency'],
      availability: ['ItemAvailability'],
      validThrough: ['Date'],
      itemOffered: ['Accommodation', 'Product'],
    },
    required: ['price', 'priceCurrency', 'availability', 'url'],
  },
  Rating: {
    extends: 'Thing',
    properties: { ratingValue: ['Number'], bestRating: ['Number'], worstRating: ['Number'] },
    required: ['ratingValue'],
  },
  AggregateRating: {
    extends: 'Rating',
    properties: { reviewCount: ['Integer'] },
    required: ['ratingValue', 'reviewCount'],
  },
  Review: {
    extends: 'Thing',
    properties: {
      author: ['Person'],
      datePublished: ['Date'],
      reviewBody: ['Text'],
      reviewRating: ['Rating'],
    },
    required: ['author', 'reviewRating'],
  },
  PropertyValue: { extends: 'Thing', properties: { value: ['Text', 'Number', 'Boolean'] } },
  LocationFeatureSpecification: {
    extends: 'PropertyValue',
    properties: {},
    required: ['name', 'value'],
  },
  GeoCoordinates: {
    extends: 'Thing',
    properties: { latitude: ['Number'], longitude: ['Number'] },
    required: ['latitude', 'longitude'],
  },
  QuantitativeValue: { extends: 'Thing', properties: { maxValue: ['Number'] } },
  BreadcrumbList: {
    extends: 'Thing',
    properties: { itemListElement: ['ListItem'] },
    required: ['itemListElement'],
  },
  ListItem: {
    extends: 'Thing',
    properties: { position: ['Integer'], item: ['URL'] },
    required: ['position', 'name', 'item'],
  },
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const plain: Record<string, (value: unknown) => boolean> = {
  Text: isText,
  URL: (value) => isText(value) && /^https?:\/\//.test(value) && URL.canParse(value),
  Number: isNumber,
  Integer: Number.isInteger,
  Boolean: (value) => typeof value === 'boolean',
  Currency: (value) => isText(value) && /^[A-Z]{3}$/.test(value),
  Date: (value) => isText(value) && /^\d{4}-\d\d-\d\d(T.*)?$/.test(value),
  ItemAvailability: (value) =>
    ['InStock', 'SoldOut'].some((word) => value === `https://schema.org/${word}`),
};

/** What a document of JSON-LD has that schema.org doesn't know, or lacks. */
export function misshapen(document: Record<string, unknown>): string[] {
  const { '@context': context, ...thing } = document;
  return [
    ...(context === 'https://schema.org' ? [] : [`the context ${String(context)}`]),
    ...misshapenThing(thing, Object.keys(shapes), 'document'),
  ];
}

function misshapenThing(thing: object, expected: readonly string[], path: string): string[] {
  const { '@type': type, '@id': id, ...values } = thing as Record<string, unknown>;
  const name = String(type);
  if (!expected.some((each) => isA(name, each))) return [`${path} is of type ${name}`];
  const known = propertiesOf(name);
  const missing = (shapes[name]?.required ?? []).filter((each) => values[each] === undefined);
  return [
    ...(id === undefined || plain['URL']?.(id) ? [] : [`${path} has the id ${String(id)}`]),
    ...missing.map((each) => `${path} lacks ${each}`),
    ...Object.entries(values).flatMap(([key, value]) => {
      const types = known[key];
      if (!types) return [`${path} has ${key}`];
      return [value]
        .flat()
        .flatMap((each, index) => misshapenValue(each, types, `${path}.${key}[${index}]`));
    }),
  ];
}

const misshapenValue = (value: unknown, types: readonly string[], path: string): string[] => {
  if (typeof value === 'object' && value !== null) return misshapenThing(value, types, path);
  return types.some((type) => plain[type]?.(value)) ? [] : [`${path} is ${JSON.stringify(value)}`];
};

const isA = (name: string | undefined, expected: string): boolean =>
  name !== undefined && (name === expected || isA(shapes[name]?.extends, expected));

const propertiesOf = (name: string | undefined): Shape['properties'] => {
  const shape = name === undefined ? undefined : shapes[name];
  return shape ? { ...propertiesOf(shape.extends), ...shape.properties } : {};
};

/** The documents of JSON-LD on the page. */
export const structuredData = (): Record<string, unknown>[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent) as Record<string, unknown>,
  );

import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { exposed, shownType } from '#api/graphql/exposed.ts';
import type { TileServer } from '#api/platform/process/env.ts';
import type { Site, SocialLink, SourcedClaim } from '../site/siteSettings.ts';
import { shows } from '#api/graphql/shows.ts';

const SocialNetworkType = enumOf(
  'SocialNetwork',
  'A social network on which the marketplace can have a page.',
  {
    FACEBOOK: 'Set by `facebook_url`.',
    INSTAGRAM: 'Set by `instagram_url`.',
    YOUTUBE: 'Set by `youtube_url`.',
  },
);

const SocialLinkType = shownType<SocialLink>('SocialLink', {
  extensions: shows(),
  description: 'A page of the marketplace on a social network.',
  fields: {
    network: [SocialNetworkType, 'The network, for its icon and name.'],
    url: 'An https address.',
  },
});

const SourcedClaimType = shownType<SourcedClaim>('SourcedClaim', {
  extensions: shows(),
  description: 'What the site says of itself, with where readers can look it up.',
  fields: {
    text: 'A figure such as "4.6 out of 5", or what somebody said.',
    about: 'What the figure is about, or who said it.',
    source: 'Where it was published, and when.',
    sourceUrl: 'An https address of the source.',
  },
});

const TileServerType = shownType<TileServer>('TileServer', {
  extensions: shows(),
  description: 'A server of map tiles as pictures, 256 pixels wide.',
  fields: {
    url: 'URL of a tile, with {z}, {x} and {y}.',
    attribution: 'What a map must show about its source.',
  },
});

export const SiteType = builder.objectRef<Site>('Site').implement({
  extensions: shows(),
  description: 'Name and contact details of the site.',
  fields: (t) => ({
    ...exposed(t, {
      title: 'Name of the marketplace.',
      contactEmail:
        'Address for questions; answered within 24 hours. Empty if an administrator has not set it.',
      contactPhone:
        'Telephone number of the support team. Empty if an administrator has not set it.',
      supportHours:
        'When the telephone is answered, with the time zone. Empty if an administrator has not set it.',
      socialLinks: [
        [SocialLinkType],
        'Pages of the marketplace on social networks; only those that are set.',
      ],
      trustFigures: [
        [SourcedClaimType],
        'Figures for the home page, 6 at most; set by `trust_figures`.',
      ],
      testimonials: [
        [SourcedClaimType],
        'Voices for the home page, 6 at most; set by `testimonials`.',
      ],
      certificateLeadDays: [
        'Int',
        'Days before check-in by which resorts issue guest certificates, unless `Resort.certificateLeadDays` says otherwise.',
      ],
      serviceFeeBps: [
        'Int',
        'What travelers pay to the site, in basis points of nights and cleaning fee: 800 are 8 percent.',
      ],
      holdsSampleData: [
        'Boolean',
        'Whether resorts have invented sample reviews, prices and weeks; if so, clients must say so visibly.',
      ],
    }),
    tileServer: t.field({
      type: TileServerType,
      nullable: true,
      description: 'The server of map tiles, if the site uses one.',
      resolve: (_site, _args, { deps }) => deps.tileServer,
    }),
    takesPayments: t.boolean({
      description:
        'Whether stays can be booked and paid here; without it, clients offer no booking.',
      resolve: (_site, _args, { deps }) => deps.payments !== undefined,
    }),
    copyrightYear: t.int({
      description: 'The year of the copyright notice.',
      resolve: ({ holdsSampleData }, _args, { deps }) =>
        holdsSampleData ? yearOfSamples : deps.clock().getUTCFullYear(),
    }),
  }),
});

/** The notice that the sample site has always carried. */
const yearOfSamples = 2024;

builder.queryField('site', (t) =>
  t.field({
    type: SiteType,
    description: 'Name and contact details of the marketplace.',
    authScopes: { public: true },
    extensions: { publicAnswer: true },
    resolve: (_root, _args, { deps }) => deps.siteSettings.current(),
  }),
);

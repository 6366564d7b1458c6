import { builder } from '#api/graphql/builder.ts';
import type { TileServer } from '#api/platform/process/env.ts';
import type { Site, SocialLink, SourcedClaim } from '../site/siteSettings.ts';
import { shows } from '#api/graphql/shows.ts';

const SocialNetworkType = builder.enumType('SocialNetwork', {
  description: 'A social network on which the marketplace can have a page.',
  values: {
    FACEBOOK: { description: 'Set by `facebook_url`.' },
    INSTAGRAM: { description: 'Set by `instagram_url`.' },
    YOUTUBE: { description: 'Set by `youtube_url`.' },
  },
});

const SocialLinkType = builder.objectRef<SocialLink>('SocialLink').implement({
  extensions: shows(),
  description: 'A page of the marketplace on a social network.',
  fields: (t) => ({
    network: t.expose('network', {
      type: SocialNetworkType,
      description: 'The network, for its icon and name.',
    }),
    url: t.exposeString('url', { description: 'An https address.' }),
  }),
});

const SourcedClaimType = builder.objectRef<SourcedClaim>('SourcedClaim').implement({
  extensions: shows(),
  description: 'What the site says of itself, with where readers can look it up.',
  fields: (t) => ({
    text: t.exposeString('text', {
      description: 'A figure such as "4.6 out of 5", or what somebody said.',
    }),
    about: t.exposeString('about', { description: 'What the figure is about, or who said it.' }),
    source: t.exposeString('source', { description: 'Where it was published, and when.' }),
    sourceUrl: t.exposeString('sourceUrl', { description: 'An https address of the source.' }),
  }),
});

const TileServerType = builder.objectRef<TileServer>('TileServer').implement({
  extensions: shows(),
  description: 'A server of map tiles as pictures, 256 pixels wide.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'URL of a tile, with {z}, {x} and {y}.' }),
    attribution: t.exposeString('attribution', {
      description: 'What a map must show about its source.',
    }),
  }),
});

export const SiteType = builder.objectRef<Site>('Site').implement({
  extensions: shows(),
  description: 'Name and contact details of the site.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the marketplace.' }),
    contactEmail: t.exposeString('contactEmail', {
      description:
        'Address for questions; answered within 24 hours. Empty if an administrator has not set it.',
    }),
    contactPhone: t.exposeString('contactPhone', {
      description:
        'Telephone number of the support team. Empty if an administrator has not set it.',
    }),
    supportHours: t.exposeString('supportHours', {
      description:
        'When the telephone is answered, with the time zone. Empty if an administrator has not set it.',
    }),
    socialLinks: t.expose('socialLinks', {
      type: [SocialLinkType],
      description: 'Pages of the marketplace on social networks; only those that are set.',
    }),
    trustFigures: t.expose('trustFigures', {
      type: [SourcedClaimType],
      description: 'Figures for the home page, 6 at most; set by `trust_figures`.',
    }),
    testimonials: t.expose('testimonials', {
      type: [SourcedClaimType],
      description: 'Voices for the home page, 6 at most; set by `testimonials`.',
    }),
    tileServer: t.field({
      type: TileServerType,
      nullable: true,
      description: 'The server of map tiles, if the site uses one.',
      resolve: (_site, _args, { deps }) => deps.tileServer,
    }),
    serviceFeeBps: t.exposeInt('serviceFeeBps', {
      description:
        'What travelers pay to the site, in basis points of nights and cleaning fee: 800 are 8 percent.',
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
    holdsSampleData: t.exposeBoolean('holdsSampleData', {
      description:
        'Whether resorts have invented sample reviews, prices and weeks; if so, clients must say so visibly.',
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

import type { ListingDraft } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { plainId } from '../../graphql/globalIds.ts';
import { ConflictError, InvalidInputError, UnavailableError } from '../../platform/errors.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import {
  contentOf,
  discardListingDraft,
  draftFlags,
  draftTexts,
  saveListingDraft,
  type DraftFlag,
  type DraftText,
} from './listingDrafts.ts';

const texts = Object.keys(draftTexts) as DraftText[];

const textDescription = (field: DraftText) =>
  `What was typed as \`${field}\`; null where nothing was, ${draftTexts[field].toLocaleString('en-US')} characters at most.`;

const flagDescription = (field: DraftFlag) =>
  `Whether \`${field}\` is switched on; null where it was not touched.`;

const ListingDraftType = builder.prismaObject('ListingDraft', {
  description:
    'A listing that its owner has not finished, as it was typed: nothing of it is checked yet.',
  authScopes: (draft) => ({ self: draft.ownerId }),
  select: { ownerId: true, content: true },
  fields: (t) => ({
    id: t.id({
      description: 'Names it to a client that keeps objects by their ids; not for `node`.',
      resolve: ({ ownerId }) => Buffer.from(`ListingDraft:${ownerId}`).toString('base64'),
    }),
    resort: t.relation('resort', {
      nullable: true,
      description: 'The resort that was chosen; null where none was, or it is gone.',
    }),
    ...Object.fromEntries(
      texts.map((field) => [
        field,
        t.string({
          nullable: true,
          description: textDescription(field),
          resolve: (draft) => contentOf(draft)[field],
        }),
      ]),
    ),
    ...Object.fromEntries(
      draftFlags.map((field) => [
        field,
        t.boolean({
          nullable: true,
          description: flagDescription(field),
          resolve: (draft) => contentOf(draft)[field],
        }),
      ]),
    ),
    version: t.exposeInt('version', {
      description: 'Counts the times it was saved; saving names the version that was read.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was saved last.',
    }),
  }),
});

builder.prismaObjectField('User', 'listingDraft', (t) =>
  t.relation('listingDraft', {
    type: ListingDraftType,
    nullable: true,
    description: 'The listing that the member has begun and not finished; only for themself.',
  }),
);

const SaveListingDraftInput = builder.inputType('SaveListingDraftInput', {
  description: 'What was typed of a new listing so far: all of it, each as it stands in its field.',
  fields: (t) => ({
    version: t.int({
      required: true,
      description: 'The version of the draft that was read; 0 where there is none yet.',
    }),
    resortId: t.id({ description: 'Global id of the resort that was chosen.' }),
    ...Object.fromEntries(
      texts.map((field) => [field, t.string({ description: textDescription(field) })]),
    ),
    ...Object.fromEntries(
      draftFlags.map((field) => [field, t.boolean({ description: flagDescription(field) })]),
    ),
  }),
});

const SaveListingDraftPayload = builder
  .objectRef<{ draft: ListingDraft; viewer: typeof UserType.$inferType }>('SaveListingDraftPayload')
  .implement({
    description: 'The draft is kept.',
    fields: (t) => ({
      draft: t.field({
        type: ListingDraftType,
        description: 'The draft as it is kept now.',
        resolve: ({ draft }) => draft,
      }),
      viewer: t.field({
        type: UserType,
        description: 'Your account, which has the draft.',
        resolve: ({ viewer }) => viewer,
      }),
    }),
  });

const DiscardListingDraftPayload = builder
  .objectRef<{ discarded: boolean; viewer: typeof UserType.$inferType }>(
    'DiscardListingDraftPayload',
  )
  .implement({
    description: 'There is no draft any more.',
    fields: (t) => ({
      discarded: t.exposeBoolean('discarded', { description: 'Whether there was one.' }),
      viewer: t.field({
        type: UserType,
        description: 'Your account, which has no draft.',
        resolve: ({ viewer }) => viewer,
      }),
    }),
  });

builder.mutationFields((t) => ({
  saveListingDraft: t.field({
    type: SaveListingDraftPayload,
    nullable: true,
    description: 'Keeps what you have typed of a new listing. There is one draft for each member.',
    authScopes: { signedIn: true },
    errors: { types: [InvalidInputError, ConflictError, UnavailableError] },
    args: {
      input: t.arg({
        type: SaveListingDraftInput,
        required: true,
        description: 'What was typed so far.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const viewer = await context.viewer();
      const { resortId } = input;
      const draft = await saveListingDraft(context.deps, viewer, {
        ...input,
        resortId: resortId ? plainId('Resort', resortId, 'resortId') : null,
      });
      return viewer && { draft, viewer };
    },
  }),
  discardListingDraft: t.field({
    type: DiscardListingDraftPayload,
    nullable: true,
    description: 'Throws your draft of a listing away.',
    authScopes: { signedIn: true },
    resolve: async (_root, _args, context) => {
      const viewer = await context.viewer();
      const discarded = await discardListingDraft(context.deps, viewer);
      return viewer && { discarded, viewer };
    },
  }),
}));

import type { ListingDraft } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns } from '#api/graphql/exposed.ts';
import { command, payload } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
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
  `Input for \`${field}\`, at most ${draftTexts[field].toLocaleString('en-US')} characters; null if empty.`;

const flagDescription = (field: DraftFlag) =>
  `Whether \`${field}\` is switched on; null if not set.`;

const ListingDraftType = builder.prismaNode('ListingDraft', {
  nullable: true,
  description: 'Unfinished input for a listing; only its length was checked.',
  authScopes: (draft) => ({ self: draft.ownerId }),
  select: { ownerId: true, content: true },
  id: { field: 'ownerId', description: 'Global id, for `node`.' },
  fields: (t) => ({
    resort: t.relation('resort', {
      nullable: true,
      description: 'The chosen resort; null if none was chosen or it no longer exists.',
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
    ...columns<ListingDraft>(t, {
      version: ['Int', 'Grows with each save; saving needs the version that was read.'],
      updatedAt: ['DateTime', 'When it was last saved.'],
    }),
  }),
});

builder.prismaObjectField('User', 'listingDraft', (t) =>
  t.relation('listingDraft', {
    type: ListingDraftType,
    nullable: true,
    description: "The member's unfinished listing; visible only to them.",
  }),
);

const SaveListingDraftInput = builder.inputType('SaveListingDraftInput', {
  description: 'All input for a new listing so far, unparsed.',
  fields: (t) => ({
    version: t.int({
      required: true,
      description: 'The version of the draft that was read; 0 if there is none yet.',
    }),
    resortId: t.id(idOf('resort')),
    ...Object.fromEntries(
      texts.map((field) => [field, t.string({ description: textDescription(field) })]),
    ),
    ...Object.fromEntries(
      draftFlags.map((field) => [field, t.boolean({ description: flagDescription(field) })]),
    ),
  }),
});

command('discardListingDraft', {
  type: payload('There is no draft now.', {
    discarded: ['Boolean', 'Whether there was one.'],
    viewer: [UserType, 'Your account, without a draft.'],
  }),
  description: 'Deletes your draft of a listing.',
  errors: [],
  resolve: async (_args, context) => {
    const viewer = await context.viewer();
    const discarded = await discardListingDraft(context.deps, viewer);
    return viewer && { discarded, viewer };
  },
});

command('saveListingDraft', {
  type: payload('The draft was saved.', {
    draft: [ListingDraftType, 'The draft as it is now.'],
    viewer: [UserType, 'Your account, with the draft.'],
  }),
  description: 'Saves your input for a new listing. There is one draft per member.',
  errors: ['InvalidInput', 'Conflict'],
  input: [SaveListingDraftInput, 'The input so far.'],
  resolve: async (input, context) => {
    const viewer = await context.viewer();
    const draft = await saveListingDraft(context.deps, viewer, input);
    return viewer && { draft, viewer };
  },
});

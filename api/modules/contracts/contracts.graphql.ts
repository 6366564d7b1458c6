import type { ContractDocument } from '#api/generated/prisma/client.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { exposed, shownType } from '#api/graphql/exposed.ts';
import { command, payload } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { OwnListingType } from '../listings/ownListings.graphql.ts';
import { addContract, contractLink } from './contracts.ts';
import type { DocumentLink } from './documents.ts';
import { quarantineKey } from './uploads/keys.ts';
import { fileTooLarge, uploadContract } from './uploads/uploads.ts';

export const ContractDocumentType = builder
  .objectRef<ContractDocument>('ContractDocument')
  .implement({
    description: 'An inspected document: a proof of ownership, or a guest certificate.',
    fields: (t) => ({
      fileName: t.string({
        description: 'The name of the file.',
        resolve: (document) => document.fileName ?? '',
      }),
      contentType: t.string({
        description: 'The type of its content, for example application/pdf.',
        resolve: (document) => document.contentType ?? '',
      }),
      size: t.int({
        description: 'Size of the file in bytes.',
        resolve: (document) => document.size ?? 0,
      }),
      uploadedAt: t.expose('createdAt', {
        type: 'DateTime',
        description: 'When its upload began.',
      }),
    }),
  });

builder.prismaObjectField(OwnListingType, 'contract', (t) =>
  t.field({
    type: ContractDocumentType,
    nullable: true,
    description: 'The document that proves the ownership. `createContractLink` opens it.',
    select: { contracts: { where: { status: 'attached' }, take: 1 } },
    resolve: ({ contracts: [document] }) => document,
  }),
);

export const AttachContractPayload = shownType<{ document: ContractDocument; listingId: string }>(
  'AttachContractPayload',
  {
    description: 'The document is the proof of the listing; the team verifies it.',
    fields: {
      document: [ContractDocumentType, 'The proof of the listing.'],
    },
  },
);

export const documentLinkPayload = (
  name: string,
  texts: { description: string; document: string },
) =>
  builder.objectRef<DocumentLink>(name).implement({
    description: texts.description,
    fields: (t) => ({
      url: t.string({
        description:
          'The URL to open, signed in as the same user. Each opening is recorded in the audit log.',
        resolve: ({ path }, _args, { origin }) => `${origin}${path}`,
      }),
      ...exposed(t, {
        expiresAt: ['DateTime', 'When the link expires: 15 minutes from now.'],
        document: [ContractDocumentType, texts.document],
      }),
    }),
  });

command('uploadContract', {
  type: payload(
    'The document was inspected. It is kept for a week unless a listing or a booking uses it.',
    {
      contractDocumentUrl: [
        'String',
        'The value for `contractDocumentUrl` of other mutations; it does not open the document.',
      ],
      document: [ContractDocumentType, 'The inspected document.'],
    },
  ),
  description:
    'Uploads a document of at most 50,485,760 bytes: PDF, Word, JPEG or PNG. It is inspected and kept; nobody can read it before it is attached to a listing or a booking.',
  authScopes: { signedIn: true, token: 'listings:write' },
  errors: ['InvalidInput', 'Unavailable'],
  args: argsOf({
    file: ['Upload', 'The document to upload.'],
  }),
  resolve: async ({ file }, context) => {
    const { filename, mimetype, createReadStream } = await file;
    const document = await uploadContract(context.deps, await context.account(), {
      filename,
      type: mimetype,
      body: createReadStream,
    }).catch((error: unknown) => {
      // The request parser may detect the size limit first.
      throw (error as { statusCode?: number }).statusCode === 413 ? fileTooLarge() : error;
    });
    return {
      document,
      contractDocumentUrl: `${context.origin}/s3/objects/${quarantineKey(document)}`,
    };
  },
});

command('attachContract', {
  type: AttachContractPayload,
  description:
    'Makes an uploaded document the proof of a listing of yours, in place of the previous document. The team verifies the listing again.',
  authScopes: { signedIn: true, token: 'listings:write' },
  errors: ['InvalidInput', 'NotFound', 'Unavailable'],
  input: [
    'The document and the listing.',
    'An uploaded document and the listing whose ownership it proves.',
  ],
  fields: {
    listingId: idOf('listing'),
    contractDocumentUrl: ['String', 'The URL returned by the upload, with or without its query.'],
  },
  resolve: async (input, context) => ({
    document: await addContract(context.deps, await context.account(), input),
    listingId: input.listingId,
  }),
});

command('createContractLink', {
  type: documentLinkPayload('CreateContractLinkPayload', {
    description: 'A link to a document, which works only for the viewer.',
    document: 'The document that the link opens.',
  }),
  description:
    'Creates a link to the document of a listing, for its owner and administrators. It works for 15 minutes and only for the viewer.',

  errors: ['InvalidInput', 'NotFound'],
  input: ['The listing whose document to open.', 'The listing whose document to open.'],
  fields: {
    listingId: idOf('listing'),
  },
  resolve: async (input, context) =>
    contractLink(context.deps, await context.viewer(), input.listingId),
});

import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { certificateLink } from '#api/modules/contracts/bookingFiles.ts';
import {
  ContractDocumentType,
  documentLinkPayload,
} from '#api/modules/contracts/contracts.graphql.ts';
import { exposed } from '#api/graphql/exposed.ts';
import { BookingType } from '../bookings.graphql.ts';
import {
  answerCertificate,
  certificateToConfirm,
  type AskedCertificate,
} from './confirmCertificate.ts';

builder.prismaObjectField(BookingType, 'certificate', (t) =>
  t.field({
    type: ContractDocumentType,
    nullable: true,
    description:
      'The guest certificate of the resort. `createCertificateLink` opens it; null until it is handed in, and after it was refused.',
    select: { certificates: { where: { status: 'attached' }, take: 1 } },
    resolve: ({ certificates: [document] }) => document,
  }),
);

command('createCertificateLink', {
  type: documentLinkPayload('CreateCertificateLinkPayload', {
    description: 'A link to a guest certificate, which works only for the viewer.',
    document: 'The certificate that the link opens.',
  }),
  description:
    'Creates a link to the guest certificate of a booking, for its traveler, the owner of the week and administrators. It works for 15 minutes and only for the viewer.',
  errors: ['InvalidInput', 'NotFound'],
  input: [
    'The booking whose guest certificate to open.',
    'The booking whose guest certificate to open.',
  ],
  fields: { bookingId: idOf('booking') },
  resolve: async (input, context) =>
    certificateLink(context.deps, await context.viewer(), input.bookingId),
});

const AskedCertificateType = builder.objectRef<AskedCertificate>('AskedCertificate').implement({
  description: 'A guest certificate that a resort is asked to confirm.',
  fields: (t) =>
    exposed(t, {
      resortName: ['String', 'The resort that is asked.'],
      guest: ['String', 'The guest who checks in first.'],
      dates: ['String', 'The nights of the stay, in English.'],
      number: ['String', 'The number of the certificate.'],
    }),
});

builder.queryField('certificateToConfirm', (t) =>
  t.field({
    type: AskedCertificateType,
    nullable: true,
    description:
      'The guest certificate of a link from a mail to the resort; null if the link was used, replaced, or the stay has begun.',
    authScopes: { public: true },
    args: argsOf({ token: ['String', 'The token of the link.'] }),
    resolve: (_root, input, { deps, address }) =>
      certificateToConfirm(deps, { address }, input).catch((error: unknown) => {
        if (error instanceof InvalidInputError) return null;
        throw error;
      }),
  }),
);

command('answerCertificate', {
  type: builder.objectRef<{ certificate: AskedCertificate }>('AnswerCertificatePayload').implement({
    description: 'The answer is stored, and everyone concerned was told.',
    fields: (t) => ({
      certificate: t.expose('certificate', {
        type: AskedCertificateType,
        description: 'The guest certificate that was answered.',
      }),
    }),
  }),
  description:
    'The resort confirms or refuses a guest certificate by a link from its mail. The link works once.',
  authScopes: { public: true },
  errors: ['InvalidInput'],
  input: ['The answer of the resort.', 'The answer of the resort.'],
  fields: {
    token: ['String', 'The token of the link.'],
    isBooked: ['Boolean', 'Whether the guest is booked with this number and name.'],
    words: ['String?', 'What is wrong, plain text of at most 2,000 characters; needed for a no.'],
  },
  resolve: async (input, { deps, address }) => ({
    certificate: await answerCertificate(deps, { address }, input),
  }),
});

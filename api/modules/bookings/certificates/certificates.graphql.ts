import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { certificateLink } from '#api/modules/contracts/bookingFiles.ts';
import {
  ContractDocumentType,
  documentLinkPayload,
} from '#api/modules/contracts/contracts.graphql.ts';
import { BookingType } from '../bookings.graphql.ts';

builder.prismaObjectField(BookingType, 'certificate', (t) =>
  t.field({
    type: ContractDocumentType,
    nullable: true,
    description:
      'The guest certificate of the resort. `createCertificateLink` opens it; null until the owner or the team has uploaded it.',
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
  fields: {
    bookingId: idOf('booking'),
  },
  resolve: async (input, context) =>
    certificateLink(context.deps, await context.viewer(), input.bookingId),
});

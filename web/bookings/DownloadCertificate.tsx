import { graphql, useFragment } from 'react-relay/hooks';
import type { DownloadCertificate_booking$key } from '../__generated__/DownloadCertificate_booking.graphql.ts';
import type { DownloadCertificateMutation } from '../__generated__/DownloadCertificateMutation.graphql.ts';
import { useMutation } from '../relay/useMutation.ts';
import { DownloadButton } from './DownloadButton.tsx';

export function DownloadCertificate({ booking }: { booking: DownloadCertificate_booking$key }) {
  const { databaseId, certificate } = useFragment<DownloadCertificate_booking$key>(
    graphql`
      fragment DownloadCertificate_booking on Booking {
        databaseId
        certificate {
          __typename
        }
      }
    `,
    booking,
  );
  const [createLink, isOpening] = useMutation<DownloadCertificateMutation>(graphql`
    mutation DownloadCertificateMutation($input: CreateCertificateLinkInput!) {
      createCertificateLink(input: $input) {
        ... on CreateCertificateLinkPayload {
          url
        }
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  if (!certificate) return null;
  const createCertificateLink = async () => {
    const answer = await createLink({ input: { bookingId: databaseId } });
    return answer.createCertificateLink;
  };
  return (
    <DownloadButton createLink={createCertificateLink} isPending={isOpening} what="The certificate">
      Download Certificate
    </DownloadButton>
  );
}

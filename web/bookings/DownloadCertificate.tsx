import { graphql, useFragment } from 'react-relay/hooks';
import type { DownloadCertificate_booking$key } from '../__generated__/DownloadCertificate_booking.graphql.ts';
import type { DownloadCertificateMutation } from '../__generated__/DownloadCertificateMutation.graphql.ts';
import { messageOf } from '../relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { Button } from '../ui/basics/Button.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { showToast } from '../ui/feedback/toastStore.ts';

interface DownloadCertificateProps {
  booking: DownloadCertificate_booking$key;
}

/** Saves the guest certificate of a booking, if it is there, by a link made for the reader. */
export function DownloadCertificate({ booking }: DownloadCertificateProps) {
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
        ... on Error {
          message
        }
      }
    }
  `);
  if (!certificate) return null;
  const download = async () => {
    try {
      const { createCertificateLink: link } = await createLink({
        input: { bookingId: databaseId },
      });
      if (link?.url === undefined) throw new Error(link?.message);
      // It is sent as a download, so the page stays.
      window.location.assign(link.url);
    } catch (error) {
      showToast({
        title: 'The certificate could not be downloaded',
        description: messageOf(error, 'Please try again'),
        variant: 'destructive',
      });
    }
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<Icon name="document" size={20} />}
      aria-busy={isOpening}
      onClick={() => void download()}
    >
      Download Certificate
    </Button>
  );
}

import { graphql, useFragment } from 'react-relay/hooks';
import type { EvidenceFile_evidence$key } from '../__generated__/EvidenceFile_evidence.graphql.ts';
import type { EvidenceFileMutation } from '../__generated__/EvidenceFileMutation.graphql.ts';
import { formatBytes } from '../listings/upload/contractFiles.ts';
import { messageOf } from '../relay/refusal.ts';
import { useMutation } from '../relay/useMutation.ts';
import { Button } from '../ui/basics/Button.tsx';
import { Icon } from '../ui/basics/Icon.tsx';
import { showToast } from '../ui/feedback/toastStore.ts';
import styles from './EvidenceFile.module.css';

interface EvidenceFileProps {
  evidence: EvidenceFile_evidence$key;
  bookingId: string;
}

/** A file in a dispute, saved by a link made for the reader. */
export function EvidenceFile({ evidence, bookingId }: EvidenceFileProps) {
  const { number, document } = useFragment<EvidenceFile_evidence$key>(
    graphql`
      fragment EvidenceFile_evidence on DisputeEvidence {
        number
        document {
          fileName
          size
        }
      }
    `,
    evidence,
  );
  const [createLink, isOpening] = useMutation<EvidenceFileMutation>(graphql`
    mutation EvidenceFileMutation($input: CreateEvidenceLinkInput!) {
      createEvidenceLink(input: $input) {
        ... on CreateEvidenceLinkPayload {
          url
        }
        ... on Error {
          message
        }
      }
    }
  `);
  if (!document) return <p>A file that was removed with the account of its sender.</p>;
  const download = async () => {
    try {
      const { createEvidenceLink: link } = await createLink({ input: { bookingId, number } });
      if (link?.url === undefined) throw new Error(link?.message);
      // It is sent as a download, so the page stays.
      window.location.assign(link.url);
    } catch (error) {
      showToast({
        title: 'The file could not be downloaded',
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
      <span className={styles.name}>
        <span className="visuallyHidden">Download </span>
        {document.fileName} ({formatBytes(document.size)})
      </span>
    </Button>
  );
}

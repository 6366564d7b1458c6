import { graphql, useFragment } from 'react-relay/hooks';
import type { EvidenceFile_evidence$key } from '#web/__generated__/EvidenceFile_evidence.graphql.ts';
import type { EvidenceFileMutation } from '#web/__generated__/EvidenceFileMutation.graphql.ts';
import { formatBytes } from '#web/listings/upload/contractFiles.ts';
import { useMutation } from '#web/relay/useMutation.ts';
import { DownloadButton } from '../DownloadButton.tsx';
import styles from './EvidenceFile.module.css';

interface EvidenceFileProps {
  evidence: EvidenceFile_evidence$key;
  bookingId: string;
}

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
        ...refusal_error @alias(as: "error") @relay(mask: false)
      }
    }
  `);
  if (!document) return <p>A file that was removed with the account of its sender.</p>;
  const createEvidenceLink = async () => {
    const answer = await createLink({ input: { bookingId, number } });
    return answer.createEvidenceLink;
  };
  return (
    <DownloadButton createLink={createEvidenceLink} isPending={isOpening} what="The file">
      <span className={styles.name}>
        <span className="visuallyHidden">Download </span>
        {document.fileName} ({formatBytes(document.size)})
      </span>
    </DownloadButton>
  );
}

import { graphql, useFragment } from 'react-relay/hooks';
import type { AskOwnerDialog_site$key } from '../__generated__/AskOwnerDialog_site.graphql.ts';
import { TeamDialog } from '../inquiries/TeamDialog.tsx';

interface AskOwnerDialogProps {
  site: AskOwnerDialog_site$key;
  name: string;
  listingId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Questions go through the team, which also keeps both sides' addresses private. */
export default function AskOwnerDialog(props: AskOwnerDialogProps) {
  const { site, name, listingId, isOpen, onClose } = props;
  const data = useFragment<AskOwnerDialog_site$key>(
    graphql`
      fragment AskOwnerDialog_site on Site {
        ...TeamDialog_site
      }
    `,
    site,
  );
  return (
    <TeamDialog
      title="Ask the Owner"
      about={name}
      site={data}
      email={{
        subject: `Question about ${name} (${listingId})`,
        label: 'Email your question',
      }}
      isOpen={isOpen}
      onClose={onClose}
    >
      Our team passes your question on to the owner and sends you the answer. Never pay anyone
      outside of escrow.
    </TeamDialog>
  );
}

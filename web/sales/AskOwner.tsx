import { Button } from '../ui/basics/Button.tsx';
import { lazy, Suspense, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { AskOwner_site$key } from '../__generated__/AskOwner_site.graphql.ts';

const loadDialog = () => import('./AskOwnerDialog.tsx');
const AskOwnerDialog = lazy(loadDialog);

interface AskOwnerProps {
  site: AskOwner_site$key;
  /** Name of the sale, such as 'Fixed week 26 at Palm Bay'. */
  name: string;
  /** The plain id of the listing, for the team. */
  listingId: string;
}

export function AskOwner({ site, name, listingId }: AskOwnerProps) {
  const data = useFragment<AskOwner_site$key>(
    graphql`
      fragment AskOwner_site on Site {
        ...AskOwnerDialog_site
      }
    `,
    site,
  );
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <>
      <Button
        variant="contained"
        color="secondary"
        size="large"
        fullWidth
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog()}
        onClick={() => setDialog('open')}
      >
        Ask the Owner
      </Button>
      {dialog !== 'unused' && (
        <Suspense fallback={null}>
          <AskOwnerDialog
            site={data}
            name={name}
            listingId={listingId}
            isOpen={dialog === 'open'}
            onClose={() => setDialog('closed')}
          />
        </Suspense>
      )}
    </>
  );
}

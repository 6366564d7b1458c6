import { Button } from '#web/ui/basics/Button.tsx';
import { graphql, useFragment } from 'react-relay/hooks';
import type { PicturesPanel_listing$key } from '#web/__generated__/PicturesPanel_listing.graphql.ts';
import { PictureStrip } from '#web/pictures/PictureStrip.tsx';
import { Panel } from '#web/ui/panels/Panel.tsx';
import type { ListingAct } from '../useListingAct.ts';

interface PicturesPanelProps {
  listing: PicturesPanel_listing$key;
  act: ListingAct;
}

export function PicturesPanel({ listing, act }: PicturesPanelProps) {
  const { title, pictures } = useFragment<PicturesPanel_listing$key>(
    graphql`
      fragment PicturesPanel_listing on OwnListing {
        title
        pictures {
          ...PictureStrip_pictures
        }
      }
    `,
    listing,
  );
  return (
    <Panel title="Pictures">
      {pictures.length === 0 ? (
        <p>Show the rooms and the view: up to 12 pictures, seen on the page of the resort.</p>
      ) : (
        <PictureStrip pictures={pictures} title={title} name="look" />
      )}
      <Button variant="outlined" color="inherit" {...act.opener('pictures')}>
        {pictures.length === 0 ? 'Add Pictures' : 'Edit Pictures'}
      </Button>
    </Panel>
  );
}

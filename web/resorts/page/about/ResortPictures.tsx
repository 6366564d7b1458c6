import { graphql, useFragment } from 'react-relay/hooks';
import type { ResortPictures_resort$key } from '#web/__generated__/ResortPictures_resort.graphql.ts';
import { PictureStrip } from '#web/pictures/PictureStrip.tsx';
import styles from '../ResortPage.module.css';

export function ResortPictures({ resort }: { resort: ResortPictures_resort$key }) {
  const { name, pictures } = useFragment<ResortPictures_resort$key>(
    graphql`
      fragment ResortPictures_resort on Resort {
        name
        pictures {
          ...PictureStrip_pictures
        }
      }
    `,
    resort,
  );
  return (
    pictures.length > 0 && (
      <div className={`content ${styles.pictures}`}>
        <PictureStrip pictures={pictures} title={name} name="pictures" />
      </div>
    )
  );
}

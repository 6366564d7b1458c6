import { lazy, Suspense } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { WeekPictures_week$key } from '#web/__generated__/WeekPictures_week.graphql.ts';
import { PictureView } from '#web/pictures/PictureView.tsx';
import { Drawing } from '#web/ui/basics/Icon.tsx';
import { useAddressDialog } from '#web/ui/dialogs/useAddressDialog.ts';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { plural } from '#common/numbers.ts';
import styles from './WeekPictures.module.css';

const WeekGallery = lazy(() => import('./WeekGallery.tsx'));

export function WeekPictures({ week }: { week: WeekPictures_week$key }) {
  const data = useFragment<WeekPictures_week$key>(
    graphql`
      fragment WeekPictures_week on Listing {
        id
        databaseId
        title
        pictureCount
        pictures(first: 1) {
          ...PictureView_picture
        }
      }
    `,
    week,
  );
  const { id, databaseId, title, pictureCount, pictures } = data;
  const name = `pictures-${databaseId}`;
  const { shown, open, close } = useAddressDialog([name], 'act');
  const seen = useSeen(shown);
  const [first] = pictures;
  if (!first) return null;
  return (
    <>
      <button
        type="button"
        id={name}
        className={`relative clip ${styles.open}`}
        aria-haspopup="dialog"
        aria-label={`${plural(pictureCount, 'picture')} of ${title}`}
        onClick={() => open(name)}
      >
        <PictureView picture={first} sizes="(max-width: 599px) 92vw, 168px" isDescribed />
        <span className={styles.count}>
          <Drawing path={frames} size={16} />
          {pictureCount}
        </span>
      </button>
      {seen.length > 0 && (
        <Suspense fallback={null}>
          <WeekGallery
            id={id}
            title={title}
            isOpen={shown !== undefined}
            onClose={close}
            focusAfter={() => document.getElementById(name)}
          />
        </Suspense>
      )}
    </>
  );
}

const frames = 'M4 8.5h12.5V20H4zM8 8V4.5h12.5V16H17M4.5 17.5l4-4 3 3 1.5-1.5 3 3';

import { lazy, Suspense, useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { PictureStrip_pictures$key } from '../__generated__/PictureStrip_pictures.graphql.ts';
import { useAddressDialog } from '../ui/dialogs/useAddressDialog.ts';
import { useSeen } from '../ui/dialogs/useSeen.ts';
import styles from './PictureStrip.module.css';
import { PictureView } from './PictureView.tsx';

const loadGallery = () => import('./PictureGallery.tsx');
const PictureGallery = lazy(loadGallery);

/** A large first picture, and one row of small pictures. */
const mostBeforeGallery = 5;
const leadSizes = '(max-width: 1023px) 92vw, 800px';

interface PictureStripProps {
  pictures: PictureStrip_pictures$key;
  title: string;
  name: string;
  /** Whether the pictures start the page: the first is large and loaded with priority. */
  isLead?: boolean;
}

export function PictureStrip({ pictures, title, name, isLead = false }: PictureStripProps) {
  const data = useFragment<PictureStrip_pictures$key>(
    graphql`
      fragment PictureStrip_pictures on Picture @relay(plural: true) {
        id
        alt
        ...PictureView_picture
        ...PictureGallery_pictures
      }
    `,
    pictures,
  );
  const { shown, open, close } = useAddressDialog([name], 'act');
  const seen = useSeen(shown);
  const [first, setFirst] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  if (data.length === 0) return null;
  return (
    <>
      <ul
        ref={list}
        className={isLead ? styles.lead : styles.strip}
        aria-label={`Pictures of ${title}`}
      >
        {data.slice(0, isLead ? mostBeforeGallery : data.length).map((picture, index) => (
          <li key={picture.id}>
            <button
              className="block full relative clip rounded"
              type="button"
              aria-haspopup="dialog"
              aria-label={`${picture.alt}. Open picture ${index + 1} of ${data.length}`}
              onPointerEnter={() => void loadGallery()}
              onClick={() => {
                setFirst(index);
                open(name);
              }}
            >
              <PictureView
                picture={picture}
                sizes={isLead && index === 0 ? leadSizes : '(max-width: 599px) 60vw, 320px'}
                isDescribed
                isFirst={isLead && index === 0}
              />
              {isLead && index === mostBeforeGallery - 1 && data.length > mostBeforeGallery && (
                <span className={`stack center absolute white ${styles.more}`}>
                  +{data.length - mostBeforeGallery}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {seen.length > 0 && (
        <Suspense fallback={null}>
          <PictureGallery
            pictures={data}
            title={title}
            first={first}
            isOpen={shown !== undefined}
            onClose={close}
            focusAfter={() => list.current?.querySelector('button') ?? null}
          />
        </Suspense>
      )}
    </>
  );
}

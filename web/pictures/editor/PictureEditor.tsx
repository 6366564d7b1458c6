import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { PictureEditor_pictures$key } from '#web/__generated__/PictureEditor_pictures.graphql.ts';
import { NewPictures } from './NewPictures.tsx';
import { PictureRow } from './PictureRow.tsx';
import { usePictureOrder } from './usePictureOrder.ts';
import { useTurns } from './useTurns.ts';

export type PictureSubject = { listingId: string } | { resortId: string };

interface PictureEditorProps {
  subject: PictureSubject;
  pictures: PictureEditor_pictures$key;
  /** Whether a new picture hides the listing until the team has seen it. */
  isPublic: boolean;
}

const mostPictures = 12;

export default function PictureEditor({ subject, pictures, isPublic }: PictureEditorProps) {
  const data = useFragment<PictureEditor_pictures$key>(
    graphql`
      fragment PictureEditor_pictures on Picture @relay(plural: true) {
        id
        alt
        ...PictureRow_picture
      }
    `,
    pictures,
  );
  const inTurn = useTurns();
  const { list, ordered, placeOf, handleOf } = usePictureOrder(subject, data, inTurn);
  const [news, setNews] = useState('');
  const editor = useRef<HTMLDivElement>(null);
  /** The focused element is gone. */
  const tell = (words: string) => {
    setNews(words);
    editor.current?.focus();
  };
  return (
    <div ref={editor} tabIndex={-1} className="stack gap-4">
      {data.length > 0 && (
        <>
          <p className="quiet">
            The first picture is shown in lists. Drag the handles to change the order, or use the
            arrow keys on them.
          </p>
          <ol ref={list} className="stack gap-3">
            {ordered.map((picture, index) => (
              <PictureRow
                key={picture.id}
                picture={picture}
                position={index + 1}
                count={data.length}
                place={placeOf(picture.id)}
                handle={handleOf(picture.id, (position) =>
                  setNews(`${picture.alt}: now ${position} of ${data.length}`),
                )}
                inTurn={inTurn}
                onDeleted={() => tell('The picture was deleted')}
              />
            ))}
          </ol>
        </>
      )}
      <p className="visuallyHidden" role="status">
        {news}
      </p>
      <NewPictures
        subject={subject}
        most={mostPictures - data.length}
        isPublic={isPublic}
        onAdded={() => tell('The pictures were added')}
      />
    </div>
  );
}

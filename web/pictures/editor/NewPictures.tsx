import { Button } from '#web/ui/basics/Button.tsx';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import { TextField } from '#web/ui/material/TextField.ts';
import { useState, type DragEvent } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { plural } from '#common/numbers.ts';
import { pictureTypes, type NewPicture } from './newPicture.ts';
import dropZone from '#web/ui/forms/DropZone.module.css';
import styles from './PictureEditor.module.css';
import type { PictureSubject } from './PictureEditor.tsx';
import { useNewPictures } from './useNewPictures.ts';

interface NewPicturesProps {
  subject: PictureSubject;
  most: number;
  isPublic: boolean;
  onAdded: () => void;
}

export function NewPictures({ subject, most, isPublic, onAdded }: NewPicturesProps) {
  const { chosen, problems, isSending, list, choose, describe, drop, upload } = useNewPictures({
    subject,
    most,
    onAdded,
  });
  const left = most - chosen.length;
  return (
    <div className={`stack gap-4 ${styles.added}`}>
      {chosen.length > 0 && (
        <ul ref={list} className="stack gap-3" aria-label="Pictures to upload">
          {chosen.map((picture, index) => (
            <ChosenPicture
              key={picture.key}
              picture={picture}
              number={index + 1}
              isSending={isSending}
              onDescribe={(alt) => describe(picture.key, alt)}
              onDrop={() => drop(picture.key)}
            />
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <>
          {isPublic && (
            <p className="notice">
              Our team looks at new pictures first. Until they have, nobody else sees the listing.
            </p>
          )}
          <Button variant="contained" aria-busy={isSending} onClick={() => void upload()}>
            {isSending ? 'Uploading…' : `Upload ${plural(chosen.length, 'Picture')}`}
          </Button>
        </>
      )}
      {left > 0 && !isSending && <Chooser left={left} onChoose={choose} />}
      {most === 0 && <p className="quiet">There are 12 pictures, which is the most.</p>}
      <div role="alert">
        {problems.map((problem) => (
          <p key={problem} className="problem breaks">
            {problem}
          </p>
        ))}
      </div>
    </div>
  );
}

interface ChosenPictureProps {
  picture: NewPicture;
  number: number;
  isSending: boolean;
  onDescribe: (alt: string) => void;
  onDrop: () => void;
}

function ChosenPicture(props: ChosenPictureProps) {
  const { picture, number, isSending, onDescribe, onDrop } = props;
  const { file, address, alt, problem, failure, sent } = picture;
  return (
    <li className={`row gap-3 card ${styles.row}`}>
      <img src={address} alt="" width="120" height="80" />
      {sent === undefined ? (
        <div className={styles.words}>
          <TextField
            label={`What new picture ${number} shows`}
            placeholder="The living room with a view of the sea"
            value={alt}
            required
            error={problem !== undefined}
            helperText={problem ?? file.name}
            disabled={isSending}
            onChange={({ target }) => onDescribe(target.value)}
          />
          <FormFailure message={failure} />
        </div>
      ) : (
        <Progress name={file.name} sent={sent} />
      )}
      {!isSending && (
        <IconButton aria-label={`Leave out new picture ${number}: ${file.name}`} onClick={onDrop}>
          <Icon name="close" />
        </IconButton>
      )}
    </li>
  );
}

function Progress({ name, sent }: { name: string; sent: number }) {
  const percent = Math.round(sent * 100);
  return (
    <div className={styles.words}>
      <div
        className={`clip pill on-sand ${styles.bar}`}
        data-prepared={percent === 100}
        role="progressbar"
        aria-label={`Upload of ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent < 100 && { 'aria-valuenow': percent })}
      >
        <span className="block full-height pill" style={{ width: `${percent}%` }} />
      </div>
      <p className="quiet" role="status">
        {percent < 100 ? 'Sending…' : 'Preparing the picture…'}
      </p>
    </div>
  );
}

function Chooser({ left, onChoose }: { left: number; onChoose: (files: readonly File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  const dropFiles = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  return (
    <div
      className={`stack gap-3 centered tile ${dropZone.zone}`}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={dropFiles}
    >
      <label className={styles.file}>
        <Icon name="upload" size={20} />
        Choose Pictures
        <input
          type="file"
          className="visuallyHidden"
          multiple
          // Without HEIC in this list, iPhones send JPEG.
          accept={pictureTypes.join(',')}
          onChange={({ target }) => {
            onChoose([...(target.files ?? [])]);
            // Lets the same file be chosen again.
            target.value = '';
          }}
        />
      </label>
      <p className="quiet">
        JPEG, PNG or WebP of up to 15 MB. You can add {plural(left, 'picture')}.
      </p>
    </div>
  );
}

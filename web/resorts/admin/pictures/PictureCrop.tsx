import { Button } from '#web/ui/basics/Button.tsx';
import { useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { FormFailure } from '#web/ui/forms/Form.tsx';
import { sendFile } from '#web/admin/sendFile.ts';
import styles from './PictureField.module.css';
import { messageOf } from '#web/relay/refusal.ts';

interface PictureCropProps {
  file: File;
  address: string;
  onCancel: () => void;
  onDone: (imageUrl: string) => void;
}

/** Crops a picture to 3:2, by pointer or arrow keys, and uploads it. */
export default function PictureCrop({ file, address, onCancel, onDone }: PictureCropProps) {
  const zoomId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  const upload = async () => {
    if (!area || isSending) return;
    setFailure(undefined);
    setIsSending(true);
    const shares = new URLSearchParams(
      Object.entries(area).map(([name, percent]) => [name, String(percent / 100)]),
    );
    try {
      const path = `/api/admin/resorts/pictures?${shares}`;
      const { imageUrl } = await sendFile<{ imageUrl: string }>(path, file);
      onDone(imageUrl);
    } catch (error) {
      setFailure(messageOf(error, 'The picture could not be uploaded'));
      setIsSending(false);
    }
  };

  return (
    <div
      className="stack gap-3 padding-4 framed rounded on-paper"
      role="group"
      aria-label="Choose the part that is shown"
    >
      <div className={`relative clip ${styles.stage}`}>
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          aspect={3 / 2}
          objectFit="contain"
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={setArea}
          mediaProps={{ alt: '' }}
          cropperProps={{ 'aria-label': 'The part that is shown: move it with the arrow keys' }}
        />
      </div>
      <div className={`row gap-4 medium ${styles.zoom}`}>
        <label htmlFor={zoomId}>Zoom</label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </div>
      <FormFailure message={failure} />
      <div className="cluster gap-3 to-end">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="contained" aria-busy={isSending} onClick={() => void upload()}>
          {isSending ? 'Uploading…' : 'Use Picture'}
        </Button>
      </div>
    </div>
  );
}

import type { DialogState } from '#web/ui/dialogs/FormDialog.tsx';
import { Dialog } from '../ui/material/Dialog.ts';
import { IconButton } from '../ui/basics/IconButton.tsx';
import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  PictureGallery_pictures$data,
  PictureGallery_pictures$key,
} from '../__generated__/PictureGallery_pictures.graphql.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './PictureGallery.module.css';
import { PictureView } from './PictureView.tsx';

interface PictureGalleryProps extends DialogState {
  pictures: PictureGallery_pictures$key;
  title: string;
  first: number;
}

export default function PictureGallery(props: PictureGalleryProps) {
  const { pictures, isOpen, onClose, focusAfter } = props;
  const data = useFragment<PictureGallery_pictures$key>(
    graphql`
      fragment PictureGallery_pictures on Picture @relay(plural: true) {
        id
        alt
        ...PictureView_picture
      }
    `,
    pictures,
  );
  const titleId = useId();
  const onExited = () => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.closest('[role="dialog"]')) focusAfter()?.focus();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      aria-labelledby={titleId}
      fullScreen
      slotProps={{ paper: { className: `clip white ${styles.paper}` }, transition: { onExited } }}
    >
      <Content {...props} pictures={data} titleId={titleId} />
    </Dialog>
  );
}

interface ContentProps extends Pick<PictureGalleryProps, 'title' | 'first' | 'onClose'> {
  pictures: PictureGallery_pictures$data;
  titleId: string;
}

function Content({ pictures, title, titleId, first, onClose }: ContentProps) {
  const last = pictures.length - 1;
  const [shown, setShown] = useState(Math.min(first, last));
  const slides = useRef<HTMLUListElement>(null);

  const scrollTo = (index: number) => {
    const { current: list } = slides;
    if (list) list.scrollLeft = index * list.clientWidth;
  };
  const show = (index: number) => {
    if (index < 0 || index > last) return;
    setShown(index);
    scrollTo(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    show(target);
  };
  const begin = useEffectEvent(() => {
    scrollTo(shown);
    slides.current?.focus();
  });
  useLayoutEffect(() => begin(), []);
  return (
    // The keys work wherever the focus is in the gallery.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={`stack full-height ${styles.content}`} onKeyDown={onKeyDown}>
      <div className={`row gap-3 between ${styles.head}`}>
        <h2 className="clip ellipsis nowrap" id={titleId}>
          {title}
        </h2>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <ul
        ref={slides}
        className={styles.slides}
        aria-label="Pictures"
        // Browsers scroll it by keys only if it has the focus.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        // Swiping scrolls.
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          if (clientWidth > 0) setShown(Math.round(scrollLeft / clientWidth));
        }}
      >
        {pictures.map((picture, index) => (
          <li className="stack center shrink" key={picture.id} aria-hidden={index !== shown}>
            {Math.abs(index - shown) <= 1 && <PictureView picture={picture} sizes="100vw" />}
          </li>
        ))}
      </ul>
      <div className={`stack gap-3 middle centered ${styles.foot}`}>
        <IconButton
          aria-label="Previous picture"
          // Not disabled, which would lose the focus.
          aria-disabled={shown === 0}
          onClick={() => show(shown - 1)}
        >
          <Icon name="arrowLeft" size={28} />
        </IconButton>
        <p role="status">
          <span className={`block text-15 digits ${styles.count}`}>
            {shown + 1} of {pictures.length}
          </span>
          {pictures[shown]?.alt}
        </p>
        <IconButton
          aria-label="Next picture"
          aria-disabled={shown === last}
          onClick={() => show(shown + 1)}
        >
          <Icon name="arrowRight" size={28} />
        </IconButton>
      </div>
    </div>
  );
}

import type { CSSProperties } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type {
  PictureView_picture$data,
  PictureView_picture$key,
} from '../__generated__/PictureView_picture.graphql.ts';
import styles from './PictureView.module.css';

interface PictureViewProps {
  picture: PictureView_picture$key;
  /** The `sizes` attribute: the displayed width of the picture. */
  sizes: string;
  /** For a picture with its description next to it. */
  isDescribed?: boolean;
  /** For the picture that starts a page: loaded with priority. */
  isFirst?: boolean;
}

/** A picture in the format and size that suit the browser; blurred until loaded. */
export function PictureView(props: PictureViewProps) {
  const { picture, sizes, isDescribed = false, isFirst = false } = props;
  const data = useFragment<PictureView_picture$key>(
    graphql`
      fragment PictureView_picture on Picture {
        alt
        width
        height
        placeholder
        url
        sources {
          contentType
          width
          url
        }
      }
    `,
    picture,
  );
  const { alt, width, height, placeholder, url } = data;
  return (
    <picture className={styles.picture}>
      {[...sourceSets(data.sources)].map(([contentType, srcSet]) => (
        <source key={contentType} type={contentType} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={url}
        alt={isDescribed ? '' : alt}
        width={width}
        height={height}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
        style={
          {
            backgroundImage: `url("${placeholder}")`,
            '--ratio': `${width / height}`,
          } as CSSProperties
        }
      />
    </picture>
  );
}

/** The values of `srcset` by format, in the server's order. */
function sourceSets(sources: PictureView_picture$data['sources']): Map<string, string> {
  const sets = new Map<string, string>();
  for (const { contentType, width, url } of sources) {
    const set = sets.get(contentType);
    sets.set(contentType, `${set === undefined ? '' : `${set}, `}${url} ${width}w`);
  }
  return sets;
}

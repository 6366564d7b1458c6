import { graphql, useFragment } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import { pictureSizes } from '#web/resorts/pictureSizes.ts';
import type { ResortHero_resort$key } from '#web/__generated__/ResortHero_resort.graphql.ts';
import { FavoriteButton } from '#web/resorts/favorites/FavoriteButton.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { WaveDivider } from '#web/ui/layout/WaveDivider.tsx';
import styles from './ResortHero.module.css';
import { showToast } from '#web/ui/feedback/toastStore.ts';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';

export function ResortHero({ resort }: { resort: ResortHero_resort$key }) {
  const data = useFragment<ResortHero_resort$key>(
    graphql`
      fragment ResortHero_resort on Resort {
        databaseId
        name
        brand
        location
        destination
        imageUrl
      }
    `,
    resort,
  );
  return (
    <section className={styles.hero}>
      <img
        className={`full full-height absolute ${styles.picture}`}
        {...pictureSizes(data.imageUrl, '100vw')}
        alt=""
        width="1200"
        height="800"
        fetchPriority="high"
      />
      <div className={`content ${styles.words}`}>
        <nav className={styles.trail} aria-label="Breadcrumb">
          <ol className="cluster gap-3 row-gap-0">
            <li>
              <Link className="inline target medium undecorated" to="/search">
                All Resorts
              </Link>
            </li>
            <li>
              <Link
                className="inline target medium undecorated"
                to={`/search?${new URLSearchParams({ q: data.destination })}`}
              >
                {data.destination}
              </Link>
            </li>
          </ol>
        </nav>
        <h1>{data.name}</h1>
        <p className="row gap-2 margin-top-3 text-19">
          <Icon name="pin" />
          {data.location}
        </p>
        <p className={styles.brand}>{data.brand}</p>
        <div className={`row gap-3 margin-top-4 ${styles.actions}`}>
          <FavoriteButton resortId={data.databaseId} resortName={data.name} />
          <ShareButton title={data.name} path={`/resort/${data.databaseId}`} />
        </div>
      </div>
      <WaveDivider />
    </section>
  );
}

function ShareButton({ title, path }: { title: string; path: string }) {
  const share = async () => {
    const url = new URL(path, window.location.origin).href;
    try {
      if ('share' in navigator) {
        await navigator.share({ title, url });
        return;
      }
      await (navigator as Navigator).clipboard.writeText(url);
      showToast({ title: 'Link copied', description: 'Paste it wherever you like' });
    } catch (error) {
      // The person cancelled, which needs no message.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast({
        title: 'The link could not be copied',
        description: 'Copy it from the address bar of your browser',
        variant: 'destructive',
      });
    }
  };
  return (
    <Tooltip text="Share this resort" isInName>
      <button type="button" className={styles.share} onClick={() => void share()}>
        <Icon name="share" />
        <span>
          Share<span className="visuallyHidden"> this resort</span>
        </span>
      </button>
    </Tooltip>
  );
}

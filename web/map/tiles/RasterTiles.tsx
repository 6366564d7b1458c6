import styles from '../Map.module.css';
import type { MapPlace, Size } from '../mapGeometry.ts';
import { tileCorner, tilesIn } from './tileStore.ts';

interface RasterTilesProps {
  url: string;
  view: MapPlace;
  size: Size;
}

export function RasterTiles({ url, view, size }: RasterTilesProps) {
  const tiles = Math.max(Math.round(view.zoom), 0);
  return (
    <div className={`full full-height absolute clip ${styles.canvas}`} aria-hidden="true">
      {tilesIn({ tiles }, view, size).map((place) => {
        const { left, top, side } = tileCorner(place, view, size);
        const address = url
          .replace('{z}', String(place.tiles))
          .replace('{x}', String(place.x))
          .replace('{y}', String(place.y));
        return (
          <img
            key={address}
            src={address}
            alt=""
            draggable={false}
            style={{ left, top, width: side, height: side }}
          />
        );
      })}
    </div>
  );
}

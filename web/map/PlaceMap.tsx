import { useMemo } from 'react';
import type { MapFrame_site$key } from '../__generated__/MapFrame_site.graphql.ts';
import { Icon } from '../ui/basics/Icon.tsx';
import styles from './Map.module.css';
import { MapFrame } from './MapFrame.tsx';
import { screenPoint, type Bounds } from './mapGeometry.ts';
import { useMap } from './useMap.ts';

interface PlaceMapProps {
  label: string;
  latitude: number;
  longitude: number;
  site: MapFrame_site$key;
}

/** The zoom that shows an island or a region around a place. */
const regionZoom = 9;

export default function PlaceMap({ label, latitude, longitude, site }: PlaceMapProps) {
  const bounds = useMemo<Bounds>(
    () => ({ south: latitude, west: longitude, north: latitude, east: longitude }),
    [latitude, longitude],
  );
  const map = useMap({ bounds, closest: regionZoom });
  const { view, size } = map;
  const pin = view && size ? screenPoint({ latitude, longitude }, view, size) : null;
  const obstacles = useMemo(() => (pin ? [{ ...pin, across: 18, down: 20 }] : []), [pin]);
  return (
    <MapFrame map={map} label={label} site={site} obstacles={obstacles} isInText>
      {pin && (
        <span className={`disc absolute white ${styles.place}`} style={{ left: pin.x, top: pin.y }}>
          <Icon name="pin" size={24} />
        </span>
      )}
    </MapFrame>
  );
}

/** Web Mercator: at zoom z the world is 256 * 2^z pixels wide; pixels count from its top left. */

export interface MapPlace {
  latitude: number;
  longitude: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Bounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

interface Point {
  x: number;
  y: number;
}

interface Site {
  readonly latitude: number;
  readonly longitude: number;
}

export const mostZoom = 16;

const mostLatitude = 85;

export const worldWidth = (zoom: number): number => 256 * 2 ** zoom;

function worldPoint({ latitude, longitude }: Site, zoom: number): Point {
  const angle = (clamp(latitude, -mostLatitude, mostLatitude) * Math.PI) / 180;
  const width = worldWidth(zoom);
  return {
    x: ((longitude + 180) / 360) * width,
    y: (0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)) * width,
  };
}

function siteAt({ x, y }: Point, zoom: number): Site {
  const width = worldWidth(zoom);
  const angle = 2 * Math.atan(Math.exp((0.5 - y / width) * 2 * Math.PI)) - Math.PI / 2;
  return { latitude: (angle * 180) / Math.PI, longitude: (x / width) * 360 - 180 };
}

export function screenPoint(site: Site, view: MapPlace, size: Size): Point {
  const middle = worldPoint(view, view.zoom);
  const point = worldPoint(site, view.zoom);
  return { x: point.x - middle.x + size.width / 2, y: point.y - middle.y + size.height / 2 };
}

export function movedView(view: MapPlace, right: number, down: number, size: Size): MapPlace {
  const { x, y } = worldPoint(view, view.zoom);
  return within({ ...siteAt({ x: x + right, y: y + down }, view.zoom), zoom: view.zoom }, size);
}

/** Zooms a view by steps, keeping the point at `anchor` in place. */
export function zoomedView(view: MapPlace, steps: number, size: Size, anchor?: Point): MapPlace {
  const zoom = clamp(view.zoom + steps, leastZoom(size), mostZoom);
  const factor = 2 ** (zoom - view.zoom);
  const middle = worldPoint(view, view.zoom);
  const right = anchor ? anchor.x - size.width / 2 : 0;
  const down = anchor ? anchor.y - size.height / 2 : 0;
  const point = {
    x: (middle.x + right) * factor - right,
    y: (middle.y + down) * factor - down,
  };
  return within({ ...siteAt(point, zoom), zoom }, size);
}

interface Fit {
  closest?: number;
  /** Pixels around the bounds; by default, markers stay clear of edges and controls. */
  margin?: Margin;
}

interface Margin {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Half a marker, and on the right the zoom buttons, below the source of the map. */
const clearOfControls: Margin = { top: 64, right: 116, bottom: 56, left: 56 };

export function fittedView(
  bounds: Bounds,
  size: Size,
  { closest = 9, margin = clearOfControls }: Fit = {},
): MapPlace {
  const topLeft = worldPoint({ latitude: bounds.north, longitude: bounds.west }, 0);
  const bottomRight = worldPoint({ latitude: bounds.south, longitude: bounds.east }, 0);
  const { top, right, bottom, left } = margin;
  const width = Math.max(size.width - left - right, 64);
  const height = Math.max(size.height - top - bottom, 64);
  const zoom = Math.min(
    Math.log2(width / Math.max(bottomRight.x - topLeft.x, 1e-6)),
    Math.log2(height / Math.max(bottomRight.y - topLeft.y, 1e-6)),
    closest,
  );
  const middle = siteAt(
    { x: (topLeft.x + bottomRight.x) / 2, y: (topLeft.y + bottomRight.y) / 2 },
    0,
  );
  const centered = { ...middle, zoom: clamp(zoom, leastZoom(size), mostZoom) };
  return movedView(centered, (right - left) / 2, (bottom - top) / 2, size);
}

export function viewBounds(view: MapPlace, size: Size): Bounds {
  const { x, y } = worldPoint(view, view.zoom);
  const topLeft = siteAt({ x: x - size.width / 2, y: y - size.height / 2 }, view.zoom);
  const bottomRight = siteAt({ x: x + size.width / 2, y: y + size.height / 2 }, view.zoom);
  return {
    south: clamp(bottomRight.latitude, -90, 90),
    west: clamp(topLeft.longitude, -180, 180),
    north: clamp(topLeft.latitude, -90, 90),
    east: clamp(bottomRight.longitude, -180, 180),
  };
}

export function boundsOf(all: readonly { readonly bounds: Bounds }[]): Bounds | null {
  const [first, ...rest] = all.map(({ bounds }) => bounds);
  return first
    ? rest.reduce(
        (sum, next) => ({
          south: Math.min(sum.south, next.south),
          west: Math.min(sum.west, next.west),
          north: Math.max(sum.north, next.north),
          east: Math.max(sum.east, next.east),
        }),
        first,
      )
    : null;
}

/** Pixels beyond the world's sides, so that markers near them are fully visible. */
const beyond = 48;

function within(view: MapPlace, size: Size): MapPlace {
  const width = worldWidth(view.zoom);
  const { x, y } = worldPoint(view, view.zoom);
  const site = siteAt(
    {
      x: clamp(
        x,
        Math.min(size.width, width) / 2 - beyond,
        width - Math.min(size.width, width) / 2 + beyond,
      ),
      y: clamp(y, Math.min(size.height, width) / 2, width - Math.min(size.height, width) / 2),
    },
    view.zoom,
  );
  return { ...site, zoom: view.zoom };
}

/** At the lowest zoom the world is as wide as the map; above and below there may be sea. */
const leastZoom = ({ width }: Size): number => Math.max(Math.log2(width / 256), 0);

const clamp = (value: number, least: number, greatest: number): number =>
  Math.min(Math.max(value, least), greatest);

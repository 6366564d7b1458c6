import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { boundsSql, checkBounds, type MapBounds } from '../search/mapBounds.ts';
import { allOf, type ResortFilterInput } from '../search/resortFilter.ts';
import type { ResortSortKey } from '../search/resortOrder.ts';
import { asRow, selectList } from '../search/resortRows.ts';
import { askedTable, readSearch, searchConditions } from '../search/resortSearch.ts';
import { readsResorts } from '#api/platform/cache/reads.ts';
import { readsWords } from '../search/resortText.ts';
import { readsHits } from '../search/searchReads.ts';
import type { ResortSelection } from './resorts.ts';

export interface MapView {
  bounds?: MapBounds | null | undefined;
  /**
   * Zoom of web maps: the world is 256 * 2^zoom pixels wide. Defaults to the zoom that fits all
   * results.
   */
  zoom?: number | null | undefined;
}

export interface ResortCluster<Row> {
  count: number;
  latitude: number;
  longitude: number;
  bounds: MapBounds;
  place: string;
  resort: Row | null;
}

export interface ResortMap<Row> {
  clusters: ResortCluster<Row>[];
  totalCount: CappedCount;
  isPart: boolean;
}

/** Maximum number of resorts on a map. If there are more, `isPart` is true. */
const mostDrawn = 20_000;

/** Cells along the longer side of a view. At most 17 x 17 cells touch it: 289 clusters. */
const cellsAcross = 16;

const cellSize = 64;

const mostZoom = 18;

/**
 * Groups the resorts that a search finds into at most 289 clusters. One statement, and a second one
 * if more than columns is selected of single resorts.
 * @throws {InvalidInputError} naming query, a filter, bounds or zoom
 */
export async function mapResorts<Row extends ResortSortKey>(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  query: { text?: string | null | undefined; filter?: ResortFilterInput | null | undefined },
  view: MapView,
  selection: ResortSelection<Row>,
): Promise<ResortMap<Row>> {
  const search = await readSearch(deps, query);
  checkView(view);
  readsHits(search);
  readsWords();
  const matches = searchConditions(search);
  const rows = await deps.database.read<Row & ClusterRow>(Prisma.sql`
    WITH ${askedTable(deps, search.text)},
    points AS MATERIALIZED (
      SELECT id AS resort, location, latitude, longitude,
             (longitude + 180) / 360 AS x,
             0.5 - ln(tan(pi() / 4 + radians(greatest(-85, least(85, latitude))) / 2)) / (2 * pi()) AS y
      FROM resorts
      WHERE ${allOf([...matches, Prisma.sql`longitude IS NOT NULL`, within(view.bounds)])}
      LIMIT ${mostDrawn + 1}
    ),
    grid AS (SELECT ${sideSql(view)} AS side),
    cells AS (
      SELECT count(*) AS cluster_count, avg(latitude) AS cluster_latitude, avg(longitude) AS cluster_longitude,
             min(latitude) AS south, max(latitude) AS north, min(longitude) AS west, max(longitude) AS east,
             mode() WITHIN GROUP (ORDER BY location) AS place, (array_agg(resort))[1] AS first_resort
      FROM points, grid
      GROUP BY floor(x / side), floor(y / side)
    )
    SELECT cells.*, ${selectList('columns' in selection ? selection.columns : [])},
           (SELECT count(*) FROM points) AS drawn,
           (SELECT count(*) FROM (SELECT FROM resorts WHERE ${allOf(matches)} LIMIT ${countCap + 1}) AS hits) AS total
    FROM (SELECT) AS one LEFT JOIN cells ON TRUE
    LEFT JOIN resorts ON cluster_count = 1 AND resorts.id = first_resort
    ORDER BY cluster_count DESC, south, west`);
  const single = rows.filter((row) => row.cluster_count === '1');
  const resorts =
    'columns' in selection
      ? single.map(asRow)
      : await selection.read({ where: { id: { in: single.map(({ id }) => id) } } });
  readsResorts(single.map(({ id }) => id));
  const byId = new Map<string, Row>(resorts.map((resort) => [resort.id, resort]));
  return {
    clusters: rows
      .filter((row) => row.cluster_count !== null)
      .map((row) => asCluster(row, byId.get(row.id) ?? null)),
    totalCount: capped(Number(rows[0]?.total ?? 0)),
    isPart: Number(rows[0]?.drawn ?? 0) > mostDrawn,
  };
}

interface ClusterRow extends MapBounds {
  /** LEFT JOIN: null if there is no cluster. */
  cluster_count: string | null;
  cluster_latitude: number;
  cluster_longitude: number;
  place: string;
  drawn: string;
  total: string;
}

const asCluster = <Row>(row: ClusterRow, resort: Row | null): ResortCluster<Row> => ({
  count: Number(row.cluster_count),
  latitude: row.cluster_latitude,
  longitude: row.cluster_longitude,
  bounds: { south: row.south, west: row.west, north: row.north, east: row.east },
  place: row.place,
  resort,
});

const within = (bounds: MapBounds | null | undefined): Prisma.Sql =>
  bounds ? boundsSql(bounds) : Prisma.sql`latitude IS NOT NULL`;

/** The side of a cell as a fraction of the world's width, large enough for the cluster limit. */
function sideSql({ bounds, zoom }: MapView): Prisma.Sql {
  const least = zoom == null ? 0 : cellSize / (256 * 2 ** zoom);
  if (bounds) {
    const { south, west, north, east } = bounds;
    const width = ((east - west + 360) % 360 || (east === west ? 0 : 360)) / 360;
    const side = Math.max(
      least,
      width / cellsAcross,
      (mercator(south) - mercator(north)) / cellsAcross,
    );
    return Prisma.sql`${Math.max(side, 1e-7)}::float8`;
  }
  return Prisma.sql`greatest(${least}::float8, 1e-7, (
    SELECT greatest(max(x) - min(x), max(y) - min(y)) / ${cellsAcross} FROM points))`;
}

/** Web Mercator y coordinate of a latitude: 0 (north) to 1 (south). */
function mercator(latitude: number): number {
  const angle = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180;
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI);
}

function checkView({ bounds, zoom }: MapView): void {
  if (zoom != null && (zoom < 0 || zoom > mostZoom)) {
    throw new InvalidInputError('zoom', `zoom must be 0 to ${mostZoom}`);
  }
  if (bounds) {
    checkBounds(bounds);
  }
}

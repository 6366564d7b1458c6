import { listIds } from '../api/graphql/ids/idList.ts';
import { schema } from '../api/schema.ts';

const listed = listIds(schema);
const width = Math.max(...listed.map(({ place }) => place.length));
for (const { place, kind, holds } of listed) {
  console.log(`${place.padEnd(width)}  ${kind.padEnd(12)}  ${holds ?? 'NOT DECLARED'}`);
}

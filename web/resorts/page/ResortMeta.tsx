import { graphql, useFragment } from 'react-relay/hooks';
import type { ResortMeta_resort$key } from '#web/__generated__/ResortMeta_resort.graphql.ts';
import { previewPath } from '#web/pictures/previewPath.ts';
import { breadcrumbs, JsonLd } from '#web/page/JsonLd.tsx';
import { PageMeta } from '#web/page/PageMeta.tsx';

interface ResortMetaProps {
  resort: ResortMeta_resort$key;
  siteTitle: string;
}

export function ResortMeta({ resort, siteTitle }: ResortMetaProps) {
  const { databaseId, name, location, destination, description } =
    useFragment<ResortMeta_resort$key>(resortFragment, resort);
  const path = `/resort/${databaseId}`;
  return (
    <>
      <PageMeta
        title={`${name}, ${location} | ${siteTitle}`}
        description={description}
        canonicalPath={path}
        imagePath={previewPath('resort', databaseId)}
      />
      <JsonLd
        value={breadcrumbs([
          ['All Resorts', '/search'],
          [destination, `/search?${new URLSearchParams({ q: destination })}`],
          [name, path],
        ])}
      />
    </>
  );
}

const resortFragment = graphql`
  fragment ResortMeta_resort on Resort {
    databaseId
    name
    location
    destination
    description
  }
`;

import { fetchQuery, graphql } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { SuggestionListQuery } from '#web/__generated__/SuggestionListQuery.graphql.ts';
import { OptionList } from '#web/ui/forms/fields/OptionList.tsx';
import styles from './SuggestionList.module.css';

const groups = [
  { name: 'Resorts', label: 'Resorts', icon: 'home' },
  { name: 'Places', label: 'Places', icon: 'pin' },
  { name: 'Brands', label: 'Brands', icon: 'key' },
] as const;

export interface Suggestion {
  group: (typeof groups)[number]['name'];
  name: string;
  detail: string;
  to: string;
}

const placeDetails: Record<string, string> = {
  DESTINATION: 'Destination',
  REGION: 'Region',
  TOWN: 'Town',
};

export async function fetchSuggestions(
  environment: Environment,
  text: string,
): Promise<Suggestion[]> {
  const answer = await fetchQuery<SuggestionListQuery>(
    environment,
    graphql`
      query SuggestionListQuery($text: String!) {
        resortSuggestions(text: $text, first: 4) {
          resorts {
            databaseId
            name
            location
          }
          places {
            kind
            name
          }
          brands
        }
      }
    `,
    { text },
    { fetchPolicy: 'store-or-network' },
  ).toPromise();
  if (!answer) return [];
  const { resorts, places, brands } = answer.resortSuggestions;
  return [
    ...resorts.map(({ databaseId, name, location }): Suggestion => ({
      group: 'Resorts',
      name,
      detail: location,
      to: `/resort/${databaseId}`,
    })),
    ...places.map(({ kind, name }): Suggestion => ({
      group: 'Places',
      name,
      detail: placeDetails[kind] ?? '',
      to: addressOf(kind === 'DESTINATION' ? 'destination' : 'q', name),
    })),
    ...brands.map((name): Suggestion => ({
      group: 'Brands',
      name,
      detail: 'Brand',
      to: addressOf('brand', name),
    })),
  ];
}

const addressOf = (param: string, value: string): string =>
  `/search?${new URLSearchParams({ [param]: value })}`;

interface SuggestionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  active: number;
  onPoint: (index: number) => void;
  onChoose: (suggestion: Suggestion) => void;
}

export default function SuggestionList(props: SuggestionListProps) {
  const { id, suggestions, active, onPoint, onChoose } = props;
  return (
    <OptionList
      id={id}
      label="Suggestions"
      groups={groups}
      groupOf={({ group }) => group}
      options={suggestions}
      keyOf={({ to }) => to}
      active={active}
      onPoint={onPoint}
      onChoose={onChoose}
      classes={styles}
    >
      {({ name, detail }) => (
        <>
          <span className={`clip medium nowrap ellipsis ${styles.name}`}>{name}</span>
          <span className={`clip quiet nowrap ellipsis ${styles.detail}`}>{detail}</span>
        </>
      )}
    </OptionList>
  );
}

import { fetchQuery, graphql } from 'react-relay/hooks';
import type { Environment } from 'relay-runtime';
import type { SuggestionListQuery } from '#web/__generated__/SuggestionListQuery.graphql.ts';
import { Icon, type IconName } from '#web/ui/basics/Icon.tsx';
import styles from './SuggestionList.module.css';

const groups = [
  { group: 'Resorts', icon: 'home' },
  { group: 'Places', icon: 'pin' },
  { group: 'Brands', icon: 'key' },
] as const satisfies readonly { group: string; icon: IconName }[];

export interface Suggestion {
  group: (typeof groups)[number]['group'];
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
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.list}>
      {groups.map(({ group, icon }) => {
        const own = suggestions.filter((suggestion) => suggestion.group === group);
        const labelId = `${id}-${group}`;
        return (
          own.length > 0 && (
            <div key={group} role="group" aria-labelledby={labelId}>
              <p
                id={labelId}
                className={`soft text-13 semibold ${styles.group}`}
                role="presentation"
              >
                {group}
              </p>
              {own.map((suggestion) => {
                const index = suggestions.indexOf(suggestion);
                return (
                  // The search box handles keys: it keeps the focus and names the active option.
                  // eslint-disable-next-line jsx-a11y/click-events-have-key-events
                  <div
                    key={suggestion.to}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    className={styles.option}
                    onPointerMove={() => onPoint(index)}
                    // The box must not lose the focus before the click.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => onChoose(suggestion)}
                  >
                    <Icon name={icon} size={20} />
                    <span className={`clip medium nowrap ellipsis ${styles.name}`}>
                      {suggestion.name}
                    </span>
                    <span className={`clip quiet nowrap ellipsis ${styles.detail}`}>
                      {suggestion.detail}
                    </span>
                  </div>
                );
              })}
            </div>
          )
        );
      })}
    </div>
  );
}

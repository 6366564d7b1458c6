import {
  parse,
  print,
  visit,
  type ConstDirectiveNode,
  type DocumentNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
} from 'graphql';

/** Days between the announcement that a part of the schema goes, and its end. */
const notice = 180;

type Part = FieldDefinitionNode | InputValueDefinitionNode | EnumValueDefinitionNode;

/** The end of a part of the schema: a day like '2027-06-01', '' if none is given, else undefined. */
function endOf({ directives }: Part): string | undefined {
  const deprecated = directives?.find(({ name }) => name.value === 'deprecated');
  return deprecated && (/\buntil (\d{4}-\d\d-\d\d)\b/.exec(reasonOf(deprecated))?.[1] ?? '');
}

function reasonOf(deprecated: ConstDirectiveNode): string {
  const value = deprecated.arguments?.find(({ name }) => name.value === 'reason')?.value;
  return value?.kind === 'StringValue' ? value.value : '';
}

/** Keeps the parts of a schema for which `keep` says so. */
function filtered(sdl: string, keep: (part: Part, path: string) => boolean): DocumentNode {
  const path: string[] = [];
  const enter = (part: Part): null | undefined => {
    path.push(part.name.value);
    if (keep(part, path.join('.'))) {
      return undefined;
    }
    path.pop();
    return null;
  };
  const leave = (): void => void path.pop();
  const type = {
    enter: ({ name }: { name: { value: string } }) => void path.push(name.value),
    leave,
  };
  const part = { enter, leave };
  return visit(parse(sdl), {
    ObjectTypeDefinition: type,
    InterfaceTypeDefinition: type,
    InputObjectTypeDefinition: type,
    EnumTypeDefinition: type,
    FieldDefinition: part,
    InputValueDefinition: part,
    EnumValueDefinition: part,
  });
}

/** A schema without what was announced to end before a day. @param today such as '2027-06-01' */
export const withoutEnded = (sdl: string, today: string): string =>
  print(
    filtered(sdl, (part) => {
      const end = endOf(part);
      return !end || end >= today;
    }),
  );

/**
 * Deprecated parts of a schema whose reason doesn't name the day of their end ("… until 2027-06-01"),
 * and those that the published schema doesn't announce yet and that end too soon.
 */
export function wrongDeprecations(sdl: string, publishedSdl: string, today: Date): string[] {
  const announced = new Set<string>();
  filtered(publishedSdl, (part, path) => {
    if (endOf(part) !== undefined) announced.add(path);
    return true;
  });
  const earliest = new Date(today.getTime() + notice * 86_400_000).toISOString().slice(0, 10);
  const wrong: string[] = [];
  filtered(sdl, (part, path) => {
    const end = endOf(part);
    if (end === '') {
      wrong.push(`${path}: name the last day, as in "Use x instead, until 2027-06-01"`);
    } else if (end !== undefined && !announced.has(path) && end < earliest) {
      wrong.push(`${path}: ends on ${end}, less than ${notice} days after it is announced`);
    }
    return true;
  });
  return wrong;
}

import { PrismaPg } from '@prisma/adapter-pg';
import { getDatamodel } from '#api/generated/pothos-types.ts';
import { PrismaClient } from '#api/generated/prisma/client.ts';

export interface SqlModel {
  name: string;
  table: string;
  columns: ReadonlyMap<string, SqlColumn>;
  relations: ReadonlyMap<string, SqlRelation>;
}

export interface SqlColumn {
  name: string;
  type: string;
  isNullable: boolean;
  isList: boolean;
}

export interface SqlRelation {
  model: string;
  isList: boolean;
  isNullable: boolean;
  /** Fields of both models that are equal. */
  own: string;
  other: string;
}

/** Prisma's knowledge of the database, which Pothos reads too. */
interface RuntimeModels {
  _runtimeDataModel: {
    models: Record<
      string,
      { dbName: string | null; fields: { name: string; dbName?: string | null }[] }
    >;
  };
}

/** @param columns name in the statement and type @param relations model, and column with its id */
export const sqlRows = (
  name: string,
  columns: Readonly<Record<string, readonly [string, string]>>,
  relations: Readonly<Record<string, { model: string; by: string }>>,
): SqlModel => ({
  name,
  table: '',
  columns: new Map(
    Object.entries(columns).map(([column, [sql, type]]) => [
      column,
      { name: sql, type, isNullable: false, isList: false },
    ]),
  ),
  relations: new Map(
    Object.entries(relations).map(([relation, { model, by }]) => [
      relation,
      { model, isList: false, isNullable: false, own: by, other: 'id' },
    ]),
  ),
});

/** Never connects. */
const client = new PrismaClient({ adapter: new PrismaPg({}) });

export const sqlModels: ReadonlyMap<string, SqlModel> = readModels();

function readModels(): Map<string, SqlModel> {
  const { models: runtime } = (client as unknown as RuntimeModels)._runtimeDataModel;
  const { models } = getDatamodel().datamodel;
  return new Map(
    Object.entries(models).map(([name, { fields }]) => {
      const names = new Map(
        runtime[name]?.fields.map((field) => [field.name, field.dbName ?? field.name]),
      );
      const columns = fields
        .filter(({ kind }) => kind !== 'object')
        .map((field): [string, SqlColumn] => [
          field.name,
          {
            name: names.get(field.name) ?? field.name,
            type: field.type,
            isNullable: !field.isRequired,
            isList: field.isList,
          },
        ]);
      const relations = fields.flatMap((field): [string, SqlRelation][] => {
        const other = models[field.type]?.fields.find(
          ({ type, relationName }) => type === name && relationName === field.relationName,
        );
        const isOwn = isKeyOf(field);
        // Relations by columns other than `<name>Id` and `id` are left to Prisma.
        if (field.kind !== 'object' || !other || isOwn === isKeyOf(other)) {
          return [];
        }
        const { isList, isRequired } = field;
        return [
          [
            field.name,
            {
              model: field.type,
              isList,
              isNullable: !isRequired,
              own: isOwn ? `${field.name}Id` : 'id',
              other: isOwn ? 'id' : `${other.name}Id`,
            },
          ],
        ];
      });
      return [
        name,
        {
          name,
          table: runtime[name]?.dbName ?? name,
          columns: new Map(columns),
          relations: new Map(relations),
        },
      ];
    }),
  );
}

function isKeyOf(field: { name: string; relationFromFields?: readonly string[] }): boolean {
  const [key, ...others] = field.relationFromFields ?? [];
  return key === `${field.name}Id` && others.length === 0;
}

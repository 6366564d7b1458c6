import SchemaBuilder, {
  BasePlugin,
  createInputValueMapper,
  mapInputFields,
  type InputTypeFieldsMapping,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { plainId, type IdNote, type RowName } from './ids.ts';

const pluginName = 'ids';

export default pluginName;

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/**
 * Wraps resolvers instead of adding `argMappers`, which run before the Errors and ScopeAuth
 * plugins: a refused id is a member of the result union, and only for permitted callers.
 */
class IdsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  readonly #inputTypes = new Map<string, InputTypeFieldsMapping<Types, RowName>>();

  override wrapResolve(
    resolve: Resolver<Types>,
    config: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> {
    return this.#withPlainIds(resolve, config);
  }

  override wrapSubscribe(
    subscribe: Resolver<Types> | undefined,
    config: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> | undefined {
    return subscribe && this.#withPlainIds(subscribe, config);
  }

  #withPlainIds(
    resolve: Resolver<Types>,
    { args: inputs }: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> {
    const ids = mapInputFields(
      inputs,
      this.buildCache,
      ({ extensions }) => (extensions?.['id'] as IdNote | undefined)?.rows[0] ?? null,
      this.#inputTypes,
    );
    if (!ids) {
      return resolve;
    }
    const toPlainIds = createInputValueMapper(ids, (value, { value: row, config }) =>
      row === null ? value : plainId(row, String(value), config.name),
    );
    return (parent, args, context, info) => resolve(parent, toPlainIds(args), context, info);
  }
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Pothos declares its plugins here.
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      ids: IdsPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(pluginName, IdsPlugin);

import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';

const pluginName = 'tokens';

export default pluginName;

/** Types that a token may load, with only explicitly permitted fields visible. */
const closedTypes = ['User'];

class TokensPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(
    config: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    const options = config.pothosOptions as { authScopes?: unknown };
    if (closedTypes.includes(config.parentType) && config.name !== 'id') {
      options.authScopes ??= { public: true };
    }
    return config;
  }
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Pothos declares its plugins here.
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      tokens: TokensPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(pluginName, TokensPlugin);

import type {
  InputObjectRef,
  InputShapeFromTypeParam,
  MaybePromise,
  InputFieldMap,
  ObjectRef,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core';
import type { RequestContext } from '../context/context.ts';
import { builder } from './builder.ts';

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Known> ? Known : never;

type Shape = Record<string, unknown>;

type Options = PothosSchemaTypes.MutationFieldOptions<
  Types,
  ObjectRef<Types, Shape>,
  true,
  InputFieldMap,
  unknown
>;

interface Command<
  Payload extends TypeParam<Types>,
  Input extends InputObjectRef<Types, unknown>,
> extends Pick<Options, 'authScopes' | 'errors'> {
  type: Payload;
  description: string;
  /** Type and description of the argument `input`. */
  input: readonly [Input, description: string];
  resolve(
    input: InputShapeFromTypeParam<Types, Input, true>,
    context: RequestContext,
  ): MaybePromise<ShapeFromTypeParam<Types, Payload, true>>;
}

/** Adds a mutation with one argument `input`, which returns its payload or a typed error. */
export function command<
  Payload extends TypeParam<Types>,
  Input extends InputObjectRef<Types, unknown>,
>(name: string, options: Command<Payload, Input>): void;
export function command(
  name: string,
  options: Command<ObjectRef<Types, Shape>, InputObjectRef<Types, Shape>>,
): void {
  const {
    input: [type, description],
    resolve,
    ...field
  } = options;
  builder.mutationField(name, (t) =>
    t.field({
      ...field,
      nullable: true,
      args: { input: t.arg({ type, required: true, description }) },
      resolve: (_root, { input }, context) => resolve(input, context),
    }),
  );
}

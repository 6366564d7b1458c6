import type {
  InputFieldMap,
  InputObjectRef,
  InputShapeFromFields,
  InputShapeFromTypeParam,
  MaybePromise,
  ObjectRef,
  ShapeFromTypeParam,
  TypeParam,
} from '@pothos/core';
import type { Deps, RequestContext } from '../context/context.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../platform/errors.ts';
import type { Viewer } from '../platform/sessions/sessions.ts';
import { builder, type Types } from './builder.ts';

type Shape = Record<string, unknown>;

type Options = PothosSchemaTypes.MutationFieldOptions<
  Types,
  ObjectRef<Types, Shape>,
  true,
  InputFieldMap,
  unknown
>;

/** The refusals of most commands: wrong input, no such row, no right, a row that has changed. */
export const usualErrors = {
  types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError],
};

interface Command<Payload extends TypeParam<Types>, Input> extends Pick<
  Options,
  'authScopes' | 'errors'
> {
  type: Payload | ((name: string) => Payload);
  description: string;
  resolve(
    input: Input,
    context: RequestContext,
  ): MaybePromise<ShapeFromTypeParam<Types, Payload, true>>;
}

/** Adds a mutation that returns its payload or a typed error. */
export function command<
  Payload extends TypeParam<Types>,
  Input extends InputObjectRef<Types, unknown>,
>(
  name: string,
  options: Command<Payload, InputShapeFromTypeParam<Types, Input, true>> & {
    input: readonly [Input, description: string];
  },
): void;
export function command<Payload extends TypeParam<Types>, Args extends InputFieldMap>(
  name: string,
  options: Command<Payload, InputShapeFromFields<Args>> & { args: Args },
): void;
export function command(
  name: string,
  options: Command<ObjectRef<Types, Shape>, object> & {
    input?: readonly [InputObjectRef<Types, Shape>, description: string];
    args?: InputFieldMap;
  },
): void {
  const { type, input: given, args, resolve, ...field } = options;
  const payloadName = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Payload`;
  const common = {
    ...field,
    type: typeof type === 'function' ? type(payloadName) : type,
    nullable: true,
  } as const;
  builder.mutationField(name, (t) =>
    given
      ? t.field({
          ...common,
          args: { input: t.arg({ type: given[0], required: true, description: given[1] }) },
          resolve: (_root, { input }, context) => resolve(input, context),
        })
      : t.field({
          ...common,
          args: args ?? {},
          resolve: (_root, values, context) => resolve(values, context),
        }),
  );
}

/** The type of a field of a payload, and its description; only a description for a global id. */
type PayloadField =
  | readonly [type: TypeParam<Types> | 'String?', description: string]
  | { description: string; extensions: object };

type ShapeOf<Field> = Field extends readonly [infer Type, string]
  ? Type extends 'String?'
    ? string | null
    : Type extends TypeParam<Types>
      ? ShapeFromTypeParam<Types, Type, false>
      : never
  : string;

export const payload =
  <const Fields extends Readonly<Record<string, PayloadField>>>(
    description: string,
    fields: Fields,
  ) =>
  (name: string) => {
    const ref = builder.objectRef<{ [Name in keyof Fields]: ShapeOf<Fields[Name]> }>(name);
    return ref.implement({
      description,
      fields: (t) =>
        Object.fromEntries(
          Object.entries<PayloadField>(fields).map(([field, shown]) => {
            if ('extensions' in shown) {
              return [field, t.exposeID(field as never, shown as never)];
            }
            const [type, text] = shown;
            const nullable = type === 'String?';
            const options = { type: nullable ? 'String' : type, nullable, description: text };
            return [field, t.expose(field as never, options as never)];
          }),
        ),
    });
  };

export const ruleAs =
  <Field extends string, Input, Result>(
    field: Field,
    rule: (deps: Deps, viewer: Viewer | null, input: Input) => Promise<Result>,
  ) =>
  async (input: Input, context: RequestContext): Promise<Record<Field, Result>> =>
    ({ [field]: await rule(context.deps, await context.viewer(), input) }) as Record<Field, Result>;

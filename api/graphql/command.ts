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
  InvalidCredentialsError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
} from '../platform/errors.ts';
import type { Viewer } from '../platform/sessions/sessions.ts';
import { builder, type Types } from './builder.ts';
import { inputOf, type InputRefs, type InputTable } from './inputs.ts';

type Shape = Record<string, unknown>;

type Options = PothosSchemaTypes.MutationFieldOptions<
  Types,
  ObjectRef<Types, Shape>,
  true,
  InputFieldMap,
  unknown
>;

const errorTypes = {
  Conflict: ConflictError,
  Forbidden: ForbiddenError,
  InvalidCredentials: InvalidCredentialsError,
  InvalidInput: InvalidInputError,
  NotFound: NotFoundError,
  Unavailable: UnavailableError,
};

type ErrorName = keyof typeof errorTypes;

/** Wrong input, no such row, no right, a row that has changed. */
const usualErrors: readonly ErrorName[] = ['InvalidInput', 'NotFound', 'Forbidden', 'Conflict'];

interface Command<Payload extends TypeParam<Types>, Input> extends Pick<Options, 'authScopes'> {
  /** The payload; a function gets its name. */
  type: Payload | ((name: string) => Payload);
  description: string;
  /** The errors that it can return. Defaults to `usualErrors`. */
  errors?: readonly ErrorName[];
  resolve(
    input: Input,
    context: RequestContext,
  ): MaybePromise<ShapeFromTypeParam<Types, Payload, true>>;
}

/**
 * Adds a mutation with one argument `input`, or with other arguments, which returns its payload or a
 * typed error. Only signed-in members may call it, unless `authScopes` says otherwise.
 */
export function command<Payload extends TypeParam<Types>, const Table extends InputTable>(
  name: string,
  options: Command<Payload, InputShapeFromFields<InputRefs<Table>>> & {
    /** Descriptions of the argument `input` and of its type, which is named after the mutation. */
    input: readonly [argument: string, type: string];
    fields: Table;
  },
): void;
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
  options: Command<Payload, InputShapeFromFields<Args>> & { args?: Args },
): void;
export function command(
  name: string,
  {
    type,
    input,
    fields,
    args = {},
    errors = usualErrors,
    resolve,
    ...field
  }: Command<ObjectRef<Types, Shape>, object> & {
    input?: readonly [type: InputObjectRef<Types, Shape> | string, description: string];
    fields?: InputTable;
    args?: InputFieldMap;
  },
): void {
  const capital = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const common = {
    authScopes: { signedIn: true },
    ...field,
    type: typeof type === 'function' ? type(`${capital}Payload`) : type,
    errors: { types: errors.map((error) => errorTypes[error]) },
    nullable: true,
  } as const;
  if (!input) {
    builder.mutationField(name, (t) =>
      t.field({
        ...common,
        args,
        resolve: (_root, values, context) => resolve(values, context),
      }),
    );
    return;
  }
  const [given, words] = input;
  const [ref, description] =
    typeof given === 'string'
      ? [inputOf(`${capital}Input`, words, fields ?? {}) as InputObjectRef<Types, Shape>, given]
      : [given, words];
  builder.mutationField(name, (t) =>
    t.field({
      ...common,
      args: { input: t.arg({ type: ref, required: true, description }) },
      resolve: (_root, values, context) => resolve(values.input, context),
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

/** A payload with the fields that the resolver returns, named after its mutation. */
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

/** A resolver that returns the result of a rule as a field of the payload. */
export const ruleAs =
  <Field extends string, Input, Result>(
    field: Field,
    rule: (deps: Deps, viewer: Viewer | null, input: Input) => Promise<Result>,
  ) =>
  async (input: Input, context: RequestContext): Promise<Record<Field, Result>> =>
    ({ [field]: await rule(context.deps, await context.viewer(), input) }) as Record<Field, Result>;

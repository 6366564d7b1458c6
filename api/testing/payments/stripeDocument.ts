import { readFileSync } from 'node:fs';

/** The part of an OpenAPI schema that Stripe's document uses. */
interface Schema {
  $ref?: string;
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  enum?: unknown[];
  nullable?: boolean;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  maxLength?: number;
}

interface Operation {
  parameters?: { name: string; in: 'query' | 'path'; schema: Schema; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** A decoded form or query: values are texts. */
export type Form = { [name: string]: Form | Form[] | string | string[] };

/** Checks requests and responses against Stripe's published description of its API. */
export interface StripeDocument {
  /** @returns what is wrong, in words; the operation in brackets */
  problemsOfRequest(method: string, path: string, query: Form, body: Form): string[];
  problemsOfResponse(method: string, path: string, status: number, body: unknown): string[];
}

/** @param file `spec3.json` of github.com/stripe/openapi */
export function openStripeDocument(file: string): StripeDocument {
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;

  const operationOf = (method: string, path: string): Operation | undefined => {
    const parts = path.split('/');
    const fits = (pattern: string): boolean => {
      const wanted = pattern.split('/');
      return (
        wanted.length === parts.length &&
        wanted.every((part, index) => part.startsWith('{') || part === parts[index])
      );
    };
    return paths[Object.keys(paths).find(fits) ?? '']?.[method.toLowerCase()];
  };

  const problems = (given: Schema, value: unknown, at: string): string[] => {
    const schema = given.$ref
      ? (components.schemas[given.$ref.split('/').at(-1) ?? ''] ?? {})
      : given;
    if (value === null) {
      return schema.nullable ? [] : [`${at} must not be null`];
    }
    if (schema.anyOf) {
      const found = schema.anyOf.map((option) => problems(option, value, at));
      // Of several kinds of objects, the kind that it says to be is told.
      const isKind = (each: string[]): boolean =>
        typeof value !== 'object' ||
        !each.some((words) => /^\S+( must be text|\.object must)/.test(words));
      return found.some((each) => each.length === 0) ? [] : (found.find(isKind) ?? found[0] ?? []);
    }
    if (schema.enum && !schema.enum.includes(value)) {
      return [`${at} must be one of ${schema.enum.join(', ')}, not ${JSON.stringify(value)}`];
    }
    switch (schema.type) {
      case 'object':
        return typeof value === 'object' && !Array.isArray(value)
          ? problemsOfObject(schema, value as Record<string, unknown>, at)
          : [`${at} must be an object`];
      case 'array':
        return Array.isArray(value)
          ? value.flatMap((item, index) => problems(schema.items ?? {}, item, `${at}[${index}]`))
          : [`${at} must be a list`];
      case 'string':
        return typeof value !== 'string'
          ? [`${at} must be text`]
          : value.length > (schema.maxLength ?? Infinity)
            ? [`${at} is too long`]
            : [];
      case 'integer':
        return /^-?\d+$/.test(String(value)) ? [] : [`${at} must be a whole number`];
      case 'number':
        return Number.isFinite(Number(value)) ? [] : [`${at} must be a number`];
      case 'boolean':
        return ['true', 'false'].includes(String(value)) ? [] : [`${at} must be true or false`];
      default:
        return [];
    }
  };

  const problemsOfObject = (
    { properties = {}, required = [], additionalProperties }: Schema,
    value: Record<string, unknown>,
    at: string,
  ): string[] => [
    ...required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const schema =
        properties[name] ??
        (typeof additionalProperties === 'object' ? additionalProperties : undefined);
      if (schema) {
        return problems(schema, member, `${at}.${name}`);
      }
      return additionalProperties === false ? [`${at}.${name} is unknown`] : [];
    }),
  ];

  return {
    problemsOfRequest(method, path, query, body) {
      const operation = operationOf(method, path);
      if (!operation) {
        return [`${method} ${path} is unknown`];
      }
      const { parameters = [], requestBody } = operation;
      const inQuery = parameters.filter((parameter) => parameter.in === 'query');
      const form = requestBody?.content['application/x-www-form-urlencoded']?.schema;
      return [
        ...problemsOfObject(
          {
            properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
            required: inQuery.filter(({ required }) => required).map(({ name }) => name),
            additionalProperties: false,
          },
          query,
          'query',
        ),
        ...problems(form ?? { type: 'object', additionalProperties: false }, body, 'body'),
      ].map((problem) => `${method} ${path}: ${problem}`);
    },

    problemsOfResponse(method, path, status, body) {
      const { responses } = operationOf(method, path) ?? { responses: {} };
      const schema = (responses[status] ?? responses['default'])?.content['application/json'];
      return problems(schema?.schema ?? {}, body, 'response').map(
        (problem) => `${method} ${path} ${status}: ${problem}`,
      );
    },
  };
}

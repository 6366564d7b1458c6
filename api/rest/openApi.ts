import { z } from 'zod';
import { statuses } from '../platform/errorCodes.ts';
import type { RestRoute, RouteWords } from './route.ts';

type Described = RestRoute & { about: RouteWords };

export const describedRoutes = (routes: readonly RestRoute[]): Described[] =>
  routes.filter((route): route is Described => route.about !== undefined);

/** The routes that tokens may call, as OpenAPI 3.1. */
export function openApiDocument(routes: readonly RestRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of describedRoutes(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tideweek REST API',
      version: '1',
      description:
        'The calls of REST that tokens may make. GraphQL at /graphql has everything else. A refusal is one line of plain text.',
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of an organization.' },
      },
    },
    paths,
  };
}

function operationOf({ method, path, scope, access, about }: Described): object {
  const { summary, params = {}, query, body, answer, status = 200, isPaged } = about;
  const link = {
    description: 'Leads to the next page, if there is one (RFC 8288).',
    schema: { type: 'string' },
  };
  return {
    operationId: [method.toLowerCase(), ...path.split(/\W/).map(capitalized)].join(''),
    summary,
    description: `A token needs the scope ${scope}.`,
    security: access === 'public' ? [{ token: [] }, {}] : [{ token: [] }],
    parameters: [
      ...Object.entries(params).map(([name, description]) => ({
        name,
        in: 'path',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      ...(query ? parametersOf(query) : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } },
    }),
    responses: {
      [status]: {
        description: 'What was asked for.',
        ...(isPaged && { headers: { Link: link } }),
        content: { 'application/json': { schema: schemaOf(answer) } },
      },
      ...Object.fromEntries(
        [...new Set(Object.values(statuses))].map((refusal) => [
          refusal,
          {
            description: 'Refused; the text says why.',
            content: { 'text/plain': { schema: { type: 'string' } } },
          },
        ]),
      ),
    },
  };
}

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function schemaOf(type: z.ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type);
  return schema;
}

function parametersOf(query: z.ZodObject): object[] {
  const { properties = {}, required = [] } = schemaOf(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

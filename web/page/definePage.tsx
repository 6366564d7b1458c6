import { Suspense, type ComponentType, type ReactNode } from 'react';
import { loadQuery, type PreloadedQuery } from 'react-relay/hooks';
import {
  Navigate,
  redirect,
  useLoaderData,
  useLocation,
  useParams,
  type LoaderFunctionArgs,
  type Params,
} from 'react-router-dom';
import type { Environment, GraphQLTaggedNode, OperationType } from 'relay-runtime';
import { useOwnedPreloadedQuery } from '../relay/useOwnedPreloadedQuery.ts';
import { isAdmin, isSignedIn } from '../relay/viewer.ts';
import { PageMeta, type PageMetaValues } from './PageMeta.tsx';
import { useSiteFacts } from './siteFacts.ts';

export interface Page {
  /** A literal, or a list of literals: the build reads it from the source. */
  path: string | readonly string[];
  load: (environment: Environment, args: LoaderFunctionArgs<unknown>) => unknown;
  Component: ComponentType;
}

export interface PageAddress {
  pathname: string;
  /** The `:id` of the path, or an empty text. */
  id: string;
  params: Params;
  search: URLSearchParams;
}

export interface PageProps<
  TQuery extends OperationType,
  Data = TQuery['response'],
> extends PageAddress {
  data: Data;
  reference: PreloadedQuery<TQuery>;
}

export type MemberPageProps<TQuery extends OperationType> = PageProps<
  TQuery,
  OfMember<TQuery['response']>
>;

type OfMember<Data> = Data extends { readonly viewer: infer Viewer }
  ? Data & { readonly viewer: NonNullable<Viewer> }
  : never;

type Definition<TQuery extends OperationType> = Common<TQuery> &
  (
    | ({
        access: 'everyone' | 'admin';
        /** Where an administrators' page sends everybody else; defaults to the home page. */
        otherwise?: '/auth';
      } & Screen<TQuery, TQuery['response']>)
    /** Everybody else is sent to sign in and back. The query has `viewer`. */
    | ({ access: 'signedIn' } & Screen<TQuery, OfMember<TQuery['response']>>)
  );

interface Common<TQuery extends OperationType> {
  path: Page['path'];
  /** Spreads `AppShell_query`. */
  query: GraphQLTaggedNode;
  /** May redirect by throwing. */
  variables?: (address: PageAddress) => TQuery['variables'] | Promise<TQuery['variables']>;
  /**
   * Defaults to `store-or-network` for everyone, and else to `store-and-network`: stored data is
   * shown and refetched, since other people and the clock change it.
   */
  fetchPolicy?: 'store-or-network' | 'store-and-network' | 'network-only';
  /** Parts around the content that stay while its data is loaded. */
  frame?: ComponentType<FrameProps<TQuery>>;
  skeleton: ReactNode;
}

export interface FrameProps<TQuery extends OperationType> extends PageAddress {
  children: ReactNode;
  reference: PreloadedQuery<TQuery>;
}

interface Screen<TQuery extends OperationType, Data> {
  /**
   * For the document's head; the site's title is added to the page's. The canonical path defaults
   * to the page's path if that has no parameters. Undefined if the component has its own.
   */
  meta?:
    | PageMetaValues
    | ((data: Data, at: PageAddress & { siteTitle: string }) => PageMetaValues | null | undefined);
  component: ComponentType<PageProps<TQuery, Data>>;
}

/**
 * Defines a page: its path, access, data and component. The module exports the result as `page`.
 */
export function definePage<TQuery extends OperationType>(definition: Definition<TQuery>): Page {
  const { path, query, frame: Frame, skeleton } = definition;
  const canonicalPath = typeof path === 'string' && !/[:*]/.test(path) ? path : undefined;

  function Component() {
    const { reference } = useLoaderData<Loaded<TQuery>>();
    const { pathname, search } = useLocation();
    const address = addressOf(useParams(), pathname, search);
    const content = (
      <Suspense key={address.id} fallback={skeleton}>
        <Content {...address} reference={reference} />
      </Suspense>
    );
    return Frame ? (
      <Frame {...address} reference={reference}>
        {content}
      </Frame>
    ) : (
      content
    );
  }

  function Content(props: ContentProps<TQuery>) {
    const data = useOwnedPreloadedQuery<TQuery>(query, props.reference);
    if (definition.access !== 'signedIn')
      return <Shown {...props} screen={definition} data={data} />;
    if (!isOfMember(data)) return <Navigate to="/auth" replace />;
    return <Shown {...props} screen={definition} data={data} />;
  }

  function Shown<Data>({ screen, ...props }: ShownProps<TQuery, Data>) {
    const { meta, component: Screen } = screen;
    const { title: siteTitle } = useSiteFacts();
    const values = typeof meta === 'function' ? meta(props.data, { ...props, siteTitle }) : meta;
    return (
      <>
        {values && (
          <PageMeta {...{ canonicalPath, ...values }} title={`${values.title} | ${siteTitle}`} />
        )}
        <Screen {...props} />
      </>
    );
  }

  return { path, Component, load: (environment, args) => loadPage(definition, environment, args) };
}

interface Loaded<TQuery extends OperationType> {
  reference: PreloadedQuery<TQuery>;
}

interface ContentProps<TQuery extends OperationType> extends PageAddress, Loaded<TQuery> {}

interface ShownProps<TQuery extends OperationType, Data> extends PageProps<TQuery, Data> {
  screen: Screen<TQuery, Data>;
}

function addressOf(params: Params, pathname: string, search: string): PageAddress {
  return { pathname, params, id: params['id'] ?? '', search: new URLSearchParams(search) };
}

const isOfMember = <Data,>(data: Data): data is OfMember<Data> =>
  typeof data === 'object' && data !== null && 'viewer' in data && data.viewer != null;

async function loadPage<TQuery extends OperationType>(
  definition: Definition<TQuery>,
  environment: Environment,
  { params, request }: LoaderFunctionArgs<unknown>,
): Promise<Loaded<TQuery>> {
  const { access, query, variables } = definition;
  const { pathname, search } = new URL(request.url);
  const fetchPolicy =
    definition.fetchPolicy ?? (access === 'everyone' ? 'store-or-network' : 'store-and-network');
  const reference = loadQuery<TQuery>(
    environment,
    query,
    (await variables?.(addressOf(params, pathname, search))) ?? {},
    { fetchPolicy },
  );
  if (access === 'signedIn') await requireSignedIn(environment, reference, request);
  if (access === 'admin' && !(await isAdmin(environment, reference))) {
    reference.dispose();
    throw redirect(definition.otherwise ?? '/');
  }
  return { reference };
}

/** Redirects signed-out visitors to sign in and back, with the query string. */
async function requireSignedIn<TQuery extends OperationType>(
  environment: Environment,
  reference: PreloadedQuery<TQuery>,
  request: Request,
): Promise<void> {
  if (await isSignedIn(environment, reference)) return;
  reference.dispose();
  const { pathname, search } = new URL(request.url);
  const isDefault = pathname === '/dashboard' && search === '';
  const returnTo = new URLSearchParams({ returnTo: pathname + search });
  throw redirect(isDefault ? '/auth' : `/auth?${returnTo}`);
}

import {
  matchRoutes,
  Navigate,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  useLocation,
} from 'react-router-dom'
import { RouteError } from '../platform/errors/page-error.tsx'
import { Guarded } from '../platform/permissions/guarded.tsx'
import type { RoutePath } from '../platform/permissions/route-table.ts'
import type { PageModule, PageProps, SectionRoute } from '../platform/permissions/section-routes.ts'
import { withLoadFallback } from '../platform/sections/load-fallback.tsx'
import { discoverRoutes, type RoutedSection, type SectionRoutes } from '../platform/sections/route-discovery.ts'
import { section, sectionPage } from '../platform/sections/section-loaders.ts'
import { deferred } from '../platform/timing/deferred.tsx'
import { Shell } from '../shell/shell.tsx'

/** The route that the pages stand in. */
const frameId = 'frame'

/** The routes that every visit has: frame and not-found page. Those of a section join them when it is visited. */
export const routes: RouteObject[] = [
  {
    id: frameId,
    element: <Shell />,
    errorElement: <RouteError />,
    children: [
      {
        path: '*',
        errorElement: <RouteError />,
        lazy: withLoadFallback(async () => ({
          Component: (await import('../platform/errors/not-found-page.tsx')).NotFoundPage,
        })),
      },
    ],
  },
]

const ExternalTiles = deferred(
  async () => (await section('ExternalTile')).ExternalTiles,
  () => null,
)

/** What the pages of a section show of others. */
const pageProps: Partial<Record<RoutedSection, PageProps>> = { Dashboard: { links: <ExternalTiles /> } }

/** An address that a page had before: replaced, keeping query and fragment. */
function Redirect({ to }: { to: RoutePath }) {
  const { search, hash } = useLocation()
  return <Navigate replace to={{ pathname: to, search, hash }} />
}

/** A route of a section for the router; its page opens with what the table of routes says. */
function routeObject(name: RoutedSection, route: SectionRoute): RouteObject {
  const { path } = route
  const guarded = ({ Component }: PageModule) => (
    <Guarded path={path}>
      <Component {...pageProps[name]} />
    </Guarded>
  )
  const common = { path, errorElement: <RouteError /> }
  if ('redirect' in route) return { ...common, element: <Redirect to={route.redirect} /> }
  if ('Component' in route) return { ...common, element: guarded(route) }
  const load = sectionPage(name, route.load)
  return {
    ...common,
    handle: { prefetch: load },
    lazy: async () => ({ element: guarded(await withLoadFallback(load)()) }),
  }
}

const routeObjects = ({ section: name, routes: own }: SectionRoutes): RouteObject[] =>
  own.map(route => routeObject(name, route))

/**
 * Has the router learn the routes of a section when one of its addresses is visited. A section that does not arrive is
 * an error of the route that stands there until then, inside the frame, and is fetched anew at the next visit.
 */
export const patchRoutes =
  (basePath: string, discover = discoverRoutes): PatchRoutesOnNavigationFunction =>
  async ({ path, patch }) => {
    const found = await discover(path, basePath)
    if (found) patch(frameId, routeObjects(found))
  }

/** Fetches the code of the page at an address, and the section that it belongs to: the visit then waits for neither. */
export async function prefetchPage(pathname: string, basePath: string, discover = discoverRoutes): Promise<void> {
  const found = await discover(pathname, basePath)
  for (const { route } of matchRoutes(found ? routeObjects(found) : [], pathname, basePath || '/') ?? [])
    await (route.handle as { prefetch: () => Promise<unknown> } | undefined)?.prefetch()
}

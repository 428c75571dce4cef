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

/** The parent route of the pages. */
const frameId = 'frame'

/** The routes of every visit: frame and not-found page. The routes of a section are added when it is visited. */
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

/** A part of the work of case management, which the dashboard shows. */
const workPart = (part: 'WorkCommand' | 'WorkTiles' | 'WorkMain' | 'WorkSide') =>
  deferred(
    async () => (await section('CaseManagement/work'))[part],
    () => null,
  )
const WorkCommand = workPart('WorkCommand')
const WorkTiles = workPart('WorkTiles')
const WorkMain = workPart('WorkMain')
const WorkSide = workPart('WorkSide')

/** The parts of other sections that the pages of a section show. */
const pageProps: Partial<Record<RoutedSection, PageProps>> = {
  AdminSettings: { links: <ExternalTiles /> },
  Dashboard: {
    links: <ExternalTiles />,
    work: { command: <WorkCommand />, tiles: <WorkTiles />, main: <WorkMain />, side: <WorkSide /> },
  },
}

/** A former address of a page: redirected with query and fragment. */
function Redirect({ to }: { to: RoutePath }) {
  const { search, hash } = useLocation()
  return <Navigate replace to={{ pathname: to, search, hash }} />
}

/** A route of a section for the router; its page is guarded by the rights in the table of routes. */
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
 * Adds the routes of a section to the router when one of its addresses is visited. A section that cannot be fetched is
 * an error of its placeholder route, inside the frame, and is fetched again at the next visit.
 */
export const patchRoutes =
  (basePath: string, discover = discoverRoutes): PatchRoutesOnNavigationFunction =>
  async ({ path, patch }) => {
    const found = await discover(path, basePath)
    if (found) patch(frameId, routeObjects(found))
  }

/** Prefetches the code of the page at an address and of its section, so that the visit waits for neither. */
export async function prefetchPage(pathname: string, basePath: string, discover = discoverRoutes): Promise<void> {
  const found = await discover(pathname, basePath)
  for (const { route } of matchRoutes(found ? routeObjects(found) : [], pathname, basePath || '/') ?? [])
    await (route.handle as { prefetch: () => Promise<unknown> } | undefined)?.prefetch()
}

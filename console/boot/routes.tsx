import { Navigate, type RouteObject, useLocation } from 'react-router-dom'
import { RouteError } from '../platform/errors/page-error.tsx'
import { Guarded } from '../platform/permissions/guarded.tsx'
import type { RoutePath } from '../platform/permissions/route-table.ts'
import { withLoadFallback } from '../platform/sections/load-fallback.tsx'
import { section, sectionPage } from '../platform/sections/section-loaders.ts'
import { deferred } from '../platform/timing/deferred.tsx'
import { Shell } from '../shell/shell.tsx'

/** A page that opens with what the table of routes says; its code is fetched when it is visited. */
function page(path: RoutePath, load: () => Promise<{ Component: React.ComponentType }>): RouteObject {
  return {
    path,
    errorElement: <RouteError />,
    handle: { prefetch: load },
    lazy: async () => {
      const { Component } = await withLoadFallback(load)()
      return {
        element: (
          <Guarded path={path}>
            <Component />
          </Guarded>
        ),
      }
    },
  }
}

/** A page for everybody with a role; it says itself what is read-only. */
function openPage(path: RoutePath, load: () => Promise<{ Component: React.ComponentType }>): RouteObject {
  return { path, errorElement: <RouteError />, handle: { prefetch: load }, lazy: withLoadFallback(load) }
}

function Redirect({ to }: { to: RoutePath }) {
  const { search, hash } = useLocation()
  return <Navigate replace to={{ pathname: to, search, hash }} />
}

/** An address that a page had before: replaced, keeping query and fragment. */
function redirect(path: RoutePath, to: RoutePath): RouteObject {
  return { path, errorElement: <RouteError />, element: <Redirect to={to} /> }
}

const ExternalTiles = deferred(
  async () => (await section('ExternalTile')).ExternalTiles,
  () => null,
)

/** The dashboard with the links of another section at its foot: sections do not know each other. */
async function dashboard(): Promise<{ Component: React.ComponentType }> {
  const { Component } = await section('Dashboard')
  return { Component: () => <Component links={<ExternalTiles />} /> }
}

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    children: [
      page('/', dashboard),
      page('/search', () => section('Search')),
      page('/search/:eventType/:envId/:id', () => section('TransactionReviewPage')),
      page('/fraud/purchase/rules', () => section('Fraud')),
      page('/fraud/accountcreation/rules', () => section('Fraud')),
      page('/fraud/accountlogin/rules', () => section('Fraud')),
      page('/fraud/assessments/:assessmentId/rules', () => section('Fraud')),
      page('/casemanagement/routingrules', () => section('CaseManagement')),
      page('/rulesconfiguration', () => section('Data')),
      redirect('/data/rules/purchaserules', '/fraud/purchase/rules'),
      page(
        '/data',
        sectionPage('Data', () => import('../sections/data/data-page.tsx')),
      ),
      page(
        '/data/velocities',
        sectionPage('Data', () => import('../sections/velocities/list/velocities-page.tsx')),
      ),
      page(
        '/data/functions',
        sectionPage('Data', () => import('../sections/functions/list/functions-page.tsx')),
      ),
      page(
        '/data/externalcalls',
        sectionPage('Data', () => import('../sections/external-calls/list/external-calls-page.tsx')),
      ),
      page(
        '/data/externalassessments',
        sectionPage('Data', () => import('../sections/external-assessments/external-assessments-page.tsx')),
      ),
      page(
        '/data/templates',
        sectionPage('Data', () => import('../sections/templates/templates-page.tsx')),
      ),
      page(
        '/data/lists',
        sectionPage('Data', () => import('../sections/lists/lists-page.tsx')),
      ),
      page(
        '/data/lists/custom',
        sectionPage('Data', () => import('../sections/lists/custom/custom-lists-page.tsx')),
      ),
      page(
        '/data/lists/support',
        sectionPage('Data', () => import('../sections/lists/support/support-lists-page.tsx')),
      ),
      openPage('/environments', () => section('Environments')),
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

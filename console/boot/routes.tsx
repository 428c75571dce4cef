import type { Capability } from '@assay/risk-service/contract'
import type { RouteObject } from 'react-router-dom'
import { Guarded } from '../platform/permissions/guarded.tsx'
import { RouteError } from '../platform/errors/page-error.tsx'
import { NotFoundPage } from '../platform/errors/not-found-page.tsx'
import { Shell } from '../shell/shell.tsx'

/** A page that opens with one capability; its code is fetched when it is visited. */
function page(path: string, capability: Capability, load: () => Promise<{ Component: React.ComponentType }>): RouteObject {
  return {
    path,
    errorElement: <RouteError />,
    lazy: async () => {
      const { Component } = await load()
      return { element: <Guarded capability={capability}><Component /></Guarded> }
    },
  }
}

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    children: [
      page('/', 'dashboard', () => import('../sections/dashboard/dashboard-page.tsx')),
      page('/search', 'search', () => import('../sections/search/search-page.tsx')),
      page('/search/:eventType/:envId/:id', 'search', () => import('../sections/review/review-page.tsx')),
      page('/data/rules/purchaserules', 'rules', () => import('../sections/rules/rules-page.tsx')),
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]

import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component as ConfigurationPage } from './configuration/configuration-page.tsx'
import { Component as ErrorsPage } from './errors/errors-page.tsx'
import { Component as RequestsPage } from './requests/requests-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/data/apimanagement', Component: ConfigurationPage },
  // Manuals of clients name it.
  { path: '/data/apimanagement/configuration', redirect: '/data/apimanagement' },
  { path: '/data/apimanagement/requests', Component: RequestsPage },
  { path: '/data/apimanagement/errors', Component: ErrorsPage },
]

import type { SectionRoute } from '../../platform/permissions/section-routes.ts'
import { Component as ApiPage } from './apis/api-page.tsx'
import { Component as AccessPage } from './applications/access-page.tsx'
import { Component as CreatePage } from './applications/create-page.tsx'
import { Component as ManagePage } from './applications/manage-page.tsx'
import { Component as SetupPage } from './fingerprinting/setup-page.tsx'
import { Component as TryPage } from './fingerprinting/try-page.tsx'
import { Component as ListenPage } from './listening/listen-page.tsx'
import { Component as OverviewPage } from './overview/overview-page.tsx'

export const routes: readonly SectionRoute[] = [
  { path: '/integration', Component: OverviewPage },
  { path: '/integration/listen', Component: ListenPage },
  { path: '/aadapp/create', Component: CreatePage },
  { path: '/aadapp/manage', Component: ManagePage },
  { path: '/settings/access/apps', Component: AccessPage },
  { path: '/devicefingerprinting/setup', Component: SetupPage },
  { path: '/devicefingerprinting/try', Component: TryPage },
  { path: '/api/:id', Component: ApiPage },
]

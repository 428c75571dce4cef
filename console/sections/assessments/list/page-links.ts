import type { Assessment } from '@assay/risk-service/contract'
import { assessmentPages, configurationPage } from '../../../platform/assessments/assessment-pages.ts'
import type { RoutePath } from '../../../platform/permissions/route-table.ts'

export interface PageLink {
  id: string
  path: string
  search?: URLSearchParams
  route: RoutePath
  labelId: string
}

/** The pages about an assessment, whoever may open them. */
export function pagesOfAssessment({ eventType, kind, reporting }: Assessment): PageLink[] {
  const configuration = kind === 'wizard' ? configurationPage(eventType) : null
  return [
    ...assessmentPages(eventType)
      .filter(({ id }) => id !== 'support')
      .map(({ id, ...page }): PageLink => ({ ...page, id, labelId: `Monitoring.Tab.${id}` })),
    ...(reporting
      ? [
          {
            id: 'reports',
            path: '/reports/summary',
            search: new URLSearchParams({ assessment: eventType }),
            route: '/reports/summary',
            labelId: 'Monitoring.Tab.reports',
          } as const,
        ]
      : []),
    ...(configuration === null ? [] : [{ ...configuration, labelId: 'Admin.Tab.configuration' }]),
  ]
}

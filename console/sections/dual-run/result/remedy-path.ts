import type { DualRunDetail, DualRunGroup } from '@assay/risk-service/contract'
import { assessmentPages } from '../../../platform/assessments/assessment-pages.ts'
import type { RoutePath } from '../../../platform/permissions/route-table.ts'

/** Where the difference is resolved. */
export interface RemedyPage {
  path: `/${string}`
  /** The page in the table of rights. */
  route: RoutePath
}

const pages: Partial<Record<DualRunDetail, RoutePath>> = {
  formerScore: '/reports/scores',
  requiredScore: '/reports/scores',
  formerList: '/data/lists',
  listEntry: '/data/lists',
  window: '/data/velocities',
  absentField: '/data/apimanagement/ontology',
}

/** Returns the page of the remedy: that of scores, lists, velocities or fields, else the rules of the assessment. */
export function remedyPage({
  detail,
  examples: [example],
}: Pick<DualRunGroup, 'detail' | 'examples'>): RemedyPage | null {
  const page = pages[detail]
  if (page !== undefined) return { path: page, route: page }
  if (detail === 'none' || example === undefined) return null
  const rules = assessmentPages(example.eventType).find(({ id }) => id === 'rules')
  return rules === undefined ? null : { path: rules.path, route: rules.route }
}

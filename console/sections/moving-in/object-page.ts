import type { MovedObject } from '@assay/risk-service/contract'
import type { RoutePath } from '../../platform/permissions/route-table.ts'

const pages: Readonly<Record<MovedObject['kind'], RoutePath | null>> = {
  environment: '/environments',
  queue: '/casemanagement',
  settings: '/rulesconfiguration',
  order: '/rulesconfiguration',
  customList: '/data/lists/custom',
  databaseList: '/data/lists/custom',
  supportList: '/data/lists/support',
  externalCall: '/data/externalcalls',
  externalAssessment: '/data/externalassessments',
  function: '/data/functions',
  velocitySet: '/data/velocities',
  rule: '/fraud/purchase/rules',
  routingRule: '/casemanagement/routingrules',
  user: '/settings/access',
  application: '/aadapp/manage',
  file: null,
}
/** Assessments of the system whose rules have a page of their own. */
const builtInRules: Readonly<Record<string, RoutePath>> = {
  purchase: '/fraud/purchase/rules',
  accountcreation: '/fraud/accountcreation/rules',
  accountlogin: '/fraud/accountlogin/rules',
}

/** Returns the page on which an object is completed, with the route that decides who may open it; null: there is none. */
export function objectPage({
  kind,
  area,
}: Pick<MovedObject, 'kind' | 'area'>): { route: RoutePath; path: string } | null {
  if (kind === 'rule') {
    const own = builtInRules[area]
    return own === undefined
      ? {
          route: '/fraud/assessments/:assessmentId/rules',
          path: `/fraud/assessments/${encodeURIComponent(area)}/rules`,
        }
      : { route: own, path: own }
  }
  const path = pages[kind]
  return path === null ? null : { route: path, path }
}

import type { LogEntry } from '@assay/risk-service/contract'
import { assessmentPages } from '../../../platform/assessments/assessment-pages.ts'
import { environmentParameter } from '../../../platform/environments/environments.tsx'
import { versionOf } from './modified-fields.ts'

type Linked = Pick<LogEntry, 'resourceType' | 'resourceId' | 'environmentId' | 'assessmentId' | 'operation' | 'after'>

interface ResourceLink {
  path: string
  query: URLSearchParams
}

/** Pages of resources by the parameter of the address that names one; null: the page has no such parameter. */
const pages: Partial<Record<string, { path: string; parameter: string | null }>> = {
  RoutingRule: { path: '/casemanagement/routingrules', parameter: 'rule' },
  VelocitySet: { path: '/data/velocities', parameter: 'set' },
  Function: { path: '/data/functions', parameter: 'function' },
  ExternalCall: { path: '/data/externalcalls', parameter: 'call' },
  ExternalAssessment: { path: '/data/externalassessments', parameter: null },
  CustomList: { path: '/data/lists/custom', parameter: 'list' },
  SupportList: { path: '/data/lists/support', parameter: null },
  EventSubscription: { path: '/data/eventtracing', parameter: 'subscription' },
  AlertIncident: { path: '/reports/alerts', parameter: 'incident' },
  ApplicationAccess: { path: '/aadapp/manage', parameter: null },
  RightsPreview: { path: '/settings/access', parameter: null },
  UserAccess: { path: '/settings/access', parameter: null },
  TransactionAcceptanceBooster: { path: '/settings/transactionacceptancebooster', parameter: null },
  SubjectRequest: { path: '/settings/subject/requests', parameter: null },
  SubjectHold: { path: '/settings/subject/requests', parameter: null },
  Subscription: { path: '/adminsettings/billing', parameter: null },
  Usage: { path: '/settings/usage/details', parameter: null },
  Mirror: { path: '/data/dualrun', parameter: null },
  DualRun: { path: '/data/dualrun', parameter: null },
  Environment: { path: '/environments', parameter: null },
  Ring: { path: '/data/explorer', parameter: 'ring' },
  RuleTemplate: { path: '/data/templates', parameter: null },
  AssessmentTemplate: { path: '/data/templates', parameter: null },
  EnvironmentTemplate: { path: '/data/templates', parameter: null },
}

/** The page of what an entry is about; null where it was deleted or has none. */
export function resourceLink(entry: Linked): ResourceLink | null {
  if (entry.operation === 'Delete' || entry.environmentId === null) return null
  const query = new URLSearchParams({ [environmentParameter]: entry.environmentId })
  const { resourceType, resourceId, assessmentId } = entry
  if (resourceType === 'CaseManagementQueue')
    return { path: `/casemanagement/queues/${encodeURIComponent(resourceId)}`, query }
  if (resourceType === 'Attack') return { path: `/fraud/attacks/${encodeURIComponent(resourceId)}`, query }
  if (resourceType === 'DecisionRule' || resourceType === 'PostDecisionAction') {
    const path = assessmentPages(assessmentId ?? 'purchase').find(({ id }) => id === 'rules')?.path
    if (path === undefined) return null
    query.set('rule', resourceId)
    return { path, query }
  }
  const page = pages[resourceType]
  if (page === undefined) return null
  if (page.parameter !== null) query.set(page.parameter, resourceId)
  return { path: page.path, query }
}

const versioned: ReadonlySet<string> = new Set(['DecisionRule', 'PostDecisionAction', 'RoutingRule'])

/** Where the version that an entry wrote can be restored; null where its resource has no versions. */
export function restoreLink(entry: Linked): ResourceLink | null {
  const version = versionOf(entry.after)
  const link = versioned.has(entry.resourceType) && version !== null ? resourceLink(entry) : null
  if (link === null || version === null) return null
  link.query.set('view', 'history')
  link.query.set('version', String(version))
  return link
}

import type { Capability, Dashboard, HealthLine } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { createElement } from 'react'
import { createQueryClient } from '../../../platform/api/query-client.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { Component as DashboardPage } from './dashboard-page.tsx'

export const otherEnvironmentId = '0198a000-0000-7000-8000-000000000002'

const totals: Dashboard['totals'] = {
  events: 200,
  amountUsd: 100_00,
  labelledFraud: 0,
  decisions: { Approve: 150, Review: 30, Challenge: 10, Reject: 10 },
}
export const figures: Dashboard = {
  from: '2026-11-19T13:00:00.000Z',
  to: '2026-11-20T13:00:00.000Z',
  bucket: 'hour',
  totals,
  previous: { ...totals, events: 100 },
  series: [{ start: '2026-11-20T12:00:00.000Z', amountUsd: 0, Approve: 150, Review: 30, Challenge: 10, Reject: 10 }],
  scoreLimits: [200, 400, 600, 800],
  scoreBands: [100, 40, 30, 20, 10],
  topRules: [{ ruleId: null, rule: 'Large orders', clause: null, decision: 'Review', events: 30 }],
  hasEvents: true,
}
const since = '2026-11-20T08:00:00.000Z'
export const healthy: HealthLine[] = [
  { part: 'externalCalls', state: 'healthy', worst: { name: 'phone', requests: 40, successRate: 0.975 }, suspended: 0 },
  { part: 'externalAssessments', state: 'healthy', worst: null, suspended: 0 },
  { part: 'velocities', state: 'healthy', failed: 0 },
  { part: 'followUps', state: 'healthy', failed: 0 },
  { part: 'jobs', state: 'healthy', waiting: 0 },
]
const calls = { calls: 1000, failed: 6 }
const counts = {
  pending: 40,
  inReview: 2,
  onHold: 0,
  escalated: 1,
  awaitingApproval: 0,
  overdue: 3,
  slaAtRisk: 5,
  oldestEnteredAt: null,
}
export const fails = () => {
  throw new ORPCError('INTERNAL_SERVER_ERROR')
}
const work = {
  command: 'Next case',
  tiles: 'Own tiles',
  main: createElement('p', null, 'Own cases'),
  side: createElement('p', null, 'Own figures'),
}
export const stale = 'The figures could not be refreshed. The last loaded figures are shown.'
export const failure = 'This information could not be loaded.'

export const analyst = { dashboard: 'write', search: 'read', 'cases.queues': 'write', 'cases.review': 'write' } as const
export const manager = { ...analyst, monitoring: 'read', rules: 'write', apimanagement: 'read' } as const
export const engineer = {
  dashboard: 'write',
  apimanagement: 'read',
  'integration.dashboard': 'read',
  externalcalls: 'write',
} as const

type Answers = Record<string, () => unknown>

/** The answers of every part of the dashboard. */
export const createAnswers = (): Answers => ({
  'dashboard.get': () => figures,
  'dashboard.reviews': () => [],
  'dashboard.apiCalls': () => ({ totals: calls, previous: calls, series: [{ ...calls, start: figures.from }] }),
  'dashboard.health': () => healthy,
  'dashboard.integration': () => ({
    apiEndpoint: 'https://risk.example.com',
    tenantId: otherEnvironmentId,
    environmentId,
    apiClients: ['checkout'],
    hasEvents: true,
  }),
  'queues.list': () => [{ counts }],
  'alertIncidents.list': () => [
    { id: 'one', name: 'Many rejects', status: 'open', openedAt: since },
    { id: 'two', name: 'Few calls', status: 'resolved', openedAt: since },
  ],
})

/** Shows the dashboard of a user with these rights alone; `client` reads it again. */
export function showDashboard(
  answers: Answers,
  rights: Partial<Record<Capability, 'read' | 'write'>>,
): { recorded: RecordedCall[]; client: ReturnType<typeof createQueryClient> } {
  const recorded = stubConsoleApi(answers)
  const client = createQueryClient()
  renderFailingPage(
    withCapabilities(createElement(DashboardPage, { work }), () => rights),
    pageAddress,
    client,
  )
  return { recorded, client }
}

import type { Case } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { eventOf, queueId } from './case-fixture.ts'

type Answer = (input: Record<string, unknown>) => unknown

/** A refusal as the service sends it. */
export const refuse = (code: string, status: number, data: unknown): never => {
  throw new ORPCError(code, { status, data })
}

export interface CasePage {
  calls: RecordedCall[]
  /** Names of the changes that were sent, in their order. */
  changes: () => string[]
  /** The case that the service answers from now on. */
  set: (row: Case) => void
  router: ReturnType<typeof renderFailingPage>
}

const reads = new Set([
  'cases.get',
  'cases.history',
  'cases.similar',
  'cases.unfinished',
  'queues.cases',
  'queues.list',
  'events.get',
  'events.viewers',
  'linkAnalysis.total',
  'notes.list',
])

/**
 * Shows the page of a case, by default on the tab with the least content.
 * @param Component the page
 * @param row the case, by default as every read answers it
 * @param answers further procedures
 * @param search parameters of the address
 * @param queryClient in which a test has changes under way
 */
export function renderCase(
  Component: ComponentType,
  row: Case,
  answers: Readonly<Record<string, Answer>> = {},
  search = '?tab=json',
  queryClient?: QueryClient,
): CasePage {
  let current = row
  storeLastEnvironment('tenant', environmentId)
  const calls = stubConsoleApi({
    'cases.get': () => current,
    'cases.history': () => [],
    'cases.similar': () => [],
    'cases.unfinished': () => ({ locked: [], assigned: [], onHold: [], approvals: [] }),
    'queues.cases': () => ({ rows: [], next: null, total: 0 }),
    'queues.list': () => [],
    'queues.next': () => ({ case: null, underReview: 0 }),
    'notes.list': () => ({ eventId: '', threads: [], next: null, total: 0, unread: 0, readAt: null }),
    'events.viewers': () => [],
    'linkAnalysis.total': () => ({ events: 14 }),
    'events.get': ({ id }) => eventOf(String(id)),
    ...answers,
  })
  const router = renderFailingPage(
    createElement(
      Routes,
      null,
      createElement(Route, { path: '/casemanagement/queues/:queueId/:eventType/:envId/:id', Component }),
      createElement(Route, { path: '*', element: createElement(Elsewhere) }),
    ),
    `/casemanagement/queues/${queueId}/purchase/${environmentId}/${row.externalId}${search}`,
    queryClient,
  )
  return {
    calls,
    router,
    changes: () => calls.map(({ procedure }) => procedure).filter(name => !reads.has(name)),
    set: next => {
      current = next
    },
  }
}

/** Every other address of the console. */
function Elsewhere(): ReactNode {
  return createElement('h1', null, useLocation().pathname)
}

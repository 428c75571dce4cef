// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { useStartCase } from '../../../platform/cases/use-start-case.ts'
import { useUnfinishedCases } from '../../../platform/cases/use-unfinished-cases.ts'
import {
  createPageRouter,
  environmentId,
  page,
  pageAddress,
  stubConsoleApi,
  unanswered,
} from '../../../platform/testing/console-api-stub.ts'
import { createCase, general } from '../testing/queue-samples.ts'

const row = { ...createCase(1, general), environmentId }

function renderStart() {
  const lock = Promise.withResolvers<unknown>()
  let reads = 0
  stubConsoleApi({
    'cases.lock': () => lock.promise,
    // The list is read once; what the start makes outdated is never answered.
    'cases.unfinished': () => (reads++ === 0 ? { locked: [], assigned: [], held: [], approvals: [] } : unanswered()),
    'events.get': unanswered,
  })
  const router = createPageRouter(pageAddress)
  const shown = renderHook(() => ({ start: useStartCase(vi.fn()), list: useUnfinishedCases() }), {
    wrapper: ({ children }: { children: ReactNode }) => page({ router, children }),
  })
  return {
    ...shown,
    pathOf: () => router.state.location.pathname,
    answer: () => act(async () => lock.resolve({ ...row, state: 'UnderReview' })),
  }
}

it('the page of the case opens without waiting for the lists that the start makes outdated', async () => {
  const { result, answer, pathOf } = renderStart()
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
  act(() => result.current.start(row))
  await answer()
  await waitFor(() => expect(pathOf()).toContain(`/purchase/${environmentId}/`))
})

it('a late answer leaves alone whoever has gone to another page', async () => {
  const { result, answer, unmount, pathOf } = renderStart()
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
  act(() => result.current.start(row))
  unmount()
  await answer()
  expect(pathOf()).toBe('/page')
})

// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { publishLiveEvent } from '../../platform/live/live-events.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { Component as DashboardPage } from './dashboard-page.tsx'

const otherEnvironmentId = '0198a000-0000-7000-8000-000000000002'

let calls: RecordedCall[]
beforeEach(() => {
  stubLayout()
  // Refused figures draw nothing, and are requested in the same way.
  calls = stubConsoleApi({
    'dashboard.get': () => {
      throw new ORPCError('FORBIDDEN')
    },
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const countFetches = () => calls.filter(({ procedure }) => procedure === 'dashboard.get').length
const passTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const decide = (id: string, eventType = 'purchase') =>
  act(() => publishLiveEvent({ kind: 'decisions', environmentId: id, eventType, total: 1 }))

it('the dashboard asks for its figures as decisions are made in its environment, at most once in five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  renderPage(createElement(DashboardPage))
  await waitFor(() => expect(countFetches()).toBe(1))
  await passTime(10_000)
  await decide(otherEnvironmentId)
  await decide(environmentId, 'accountlogin')
  await passTime(6_000)
  expect(countFetches()).toBe(1)
  for (let n = 0; n < 20; n++) await decide(environmentId)
  await passTime(100)
  expect(countFetches()).toBe(2)
  await passTime(4_800)
  expect(countFetches()).toBe(2)
  await passTime(1_000)
  expect(countFetches()).toBe(3)
})

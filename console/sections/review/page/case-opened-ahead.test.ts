// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { api } from '../../../platform/api/client.ts'
import { createQueryClient } from '../../../platform/api/query-client.ts'
import { type CaseAddress, caseInputOf } from '../../../platform/cases/case-links.ts'
import {
  openedState,
  type QueueStart,
  type QueueStartAnswer,
  reviewStart,
} from '../../../platform/cases/review-start.ts'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'
import { caseOf, foreignCase, queueId, reviewedCase } from '../testing/case-fixture.ts'
import { renderCase } from '../testing/case-page.ts'
import { Component } from './case-page.tsx'
// What the page fetches with this tab.
import './json-tab.tsx'

const path = `/casemanagement/queues/${queueId}/purchase/${environmentId}`

/** The page of P-1001, which the list of its queue opened before the service has chosen a case. */
async function openAhead(row = caseOf()) {
  const { promise, resolve, reject } = Promise.withResolvers<QueueStartAnswer>()
  const queryClient = createQueryClient()
  const start = queryClient.getMutationCache().build<QueueStartAnswer, Error, QueueStart, unknown>(queryClient, {
    mutationKey: reviewStart,
    mutationFn: () => promise,
  })
  const address = { environmentId, eventType: 'purchase', externalId: row.externalId }
  const queue = { id: queueId, environmentId, name: 'Digital goods' }
  const started = start.execute({ queue, opened: { address, mark: 'mark' } })
  const page = renderCase(Component, row, {}, '?tab=json', queryClient)
  await act(() => page.router.navigate(`${path}/P-1001?tab=json`, { state: openedState('mark') }))
  await waitFor(() => expect(page.calls.some(({ procedure }) => procedure === 'cases.get')).toBe(true))
  return {
    ...page,
    answer: (answer: QueueStartAnswer) =>
      act(async () => {
        // As the list does with the case that it is given.
        if (answer.case) queryClient.setQueryData(keyOf(answer.case), answer.case)
        resolve(answer)
        await started
      }),
    refuse: () =>
      act(async () => {
        reject(new Error('refused'))
        await started.catch(() => undefined)
      }),
  }
}
const keyOf = (row: CaseAddress) => api.cases.get.queryKey({ input: caseInputOf(row) })
const rejects = () => screen.findByRole('button', { name: /^Reject ?Z$/ })
const startButton = () => screen.queryByRole('button', { name: 'Start review' })

describe('A case that was opened before its review has begun', () => {
  it('waits with its buttons, and can be decided as soon as the service has chosen it', async () => {
    const page = await openAhead()
    expect((await rejects()).getAttribute('aria-disabled')).toBe('true')
    expect(startButton()).toBeNull()
    page.set(reviewedCase())
    await page.answer({ case: reviewedCase(), underReview: 0 })
    await waitFor(async () => expect((await rejects()).getAttribute('aria-disabled')).not.toBe('true'))
    expect(page.router.state.location.pathname).toBe(`${path}/P-1001`)
    expect(page.changes()).toEqual([])
  })

  it('waits also when another tab of it is chosen meanwhile', async () => {
    const page = await openAhead()
    await act(() => page.router.navigate(`${path}/P-1001?tab=json&notes=open`, { replace: true }))
    expect((await rejects()).getAttribute('aria-disabled')).toBe('true')
    expect(startButton()).toBeNull()
  })

  it('gives way to the case that the service has chosen instead', async () => {
    const page = await openAhead()
    await rejects()
    page.set(foreignCase())
    const other = reviewedCase({ id: '0198a000-0000-7000-8000-0000000000c2', externalId: 'P-1002' })
    await page.answer({ case: other, underReview: 0 })
    await waitFor(() => expect(page.router.state.location.pathname).toBe(`${path}/P-1002`))
    expect(page.router.state.historyAction).toBe('REPLACE')
    expect(startButton()).toBeNull()
  })

  it('gives way to the end of the queue when colleagues have taken the rest', async () => {
    const page = await openAhead()
    await rejects()
    await page.answer({ case: null, underReview: 2 })
    expect(await screen.findByText(/In review by others: 2/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Reject ?Z$/ })).toBeNull()
  })

  it('can be started by hand when the service has refused', async () => {
    const page = await openAhead()
    await rejects()
    await page.refuse()
    await waitFor(() => expect(startButton()).toBeTruthy())
  })

  it('has nothing to wait for when the page is opened without a start', async () => {
    renderCase(Component, caseOf())
    await waitFor(() => expect(startButton()).toBeTruthy())
  })
})

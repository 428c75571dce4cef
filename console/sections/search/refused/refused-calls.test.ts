// @vitest-environment jsdom

import type { RecorderMatch } from '@assay/risk-service/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../platform/environments/last-environment.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { RefusedCalls } from './refused-calls.tsx'

const refusal: RecorderMatch = {
  kind: 'refusal',
  by: 'correlationId',
  id: '0198a000-0000-7000-8000-0000000000f1',
  environmentId,
  at: '2026-11-20T09:00:00.000Z',
  apiName: 'v1.0/MerchantServices/Events/Purchase',
  status: 400,
  faults: ['Invalid value at user.email: expected string', 'Required properties purchaseId are not present'],
  correlationId: 'call-1',
}
let calls: RecordedCall[]
let matches: RecorderMatch[]
beforeEach(() => {
  storeLastEnvironment('tenant', environmentId)
  stubLayout()
  matches = [refusal]
  calls = stubConsoleApi({ 'recorder.find': () => ({ matches }) })
})
afterEach(cleanup)
const render = (search: string) => renderFailingPage(createElement(RefusedCalls), `/search${search}`)

it('shows a refused call with its faults until it is dismissed', async () => {
  const router = render('?call=call-1')
  expect(await screen.findByText('This call was refused')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(refusal.faults)
  expect(screen.getByText('Bodies of refused calls are not stored.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  await waitFor(() => expect(screen.queryByText('This call was refused')).toBeNull())
  expect(router.state.location.search).not.toContain('call=')
})

it('says that no refused call has the id, and asks nothing without one', async () => {
  matches = []
  render('?call=call-2')
  expect(await screen.findByText('No refused call has this correlation ID here.')).toBeTruthy()
  expect(calls.map(({ input }) => input['id'])).toEqual(['call-2'])
  cleanup()
  calls.length = 0
  render('')
  expect(calls).toEqual([])
})

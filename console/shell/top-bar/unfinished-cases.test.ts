// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../platform/environments/last-environment.ts'
import { publishLiveEvent } from '../../platform/live/live-events.ts'
import { environmentId, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { UnfinishedCases } from './unfinished-cases.tsx'

const lease = '0198a000-0000-7000-8000-0000000000d1'
const row = {
  id: '0198a000-0000-7000-8000-0000000000c1',
  environmentId,
  eventType: 'purchase',
  externalId: 'P-1001',
  queueId: '0198a000-0000-7000-8000-0000000000a1',
  queueName: 'High value orders',
  lock: { expiresAt: new Date().toISOString() },
}

let locked: (typeof row)[]
beforeEach(() => {
  locked = [row]
  storeLastEnvironment('tenant', environmentId)
})

const renderChip = () => {
  const calls = stubConsoleApi({
    'cases.unfinished': () => ({ locked, assigned: [], onHold: [], approvals: [] }),
    'cases.get': () => ({ ...row, own: { leaseToken: lease } }),
    'cases.sendBack': () => {
      locked = []
      return row
    },
  })
  renderFailingPage(createElement(UnfinishedCases))
  return calls
}
const chip = () => screen.findByRole('button', { name: 'You have 1 unfinished case' })
const openByKeys = async () => {
  await chip()
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: 'u' })
  return screen.findByRole('dialog', { name: 'You have 1 unfinished case' })
}

it('the list opens by its keys, on the link to the case, and not on the button that ends its review', async () => {
  renderChip()
  const list = await openByKeys()
  within(list).getByText('High value orders')
  const link = within(list).getByRole('link', { name: 'Review P-1001' })
  expect(link.getAttribute('href')).toContain('/casemanagement/queues/0198a000-0000-7000-8000-0000000000a1/purchase/')
  await waitFor(() => expect(document.activeElement).toBe(link))
})

it('a case is unlocked with the right to change it, and the chip disappears with the last one', async () => {
  const calls = renderChip()
  fireEvent.click(within(await openByKeys()).getByRole('button', { name: 'Unlock P-1001' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /unfinished/ })).toBeNull())
  expect(calls.find(({ procedure }) => procedure === 'cases.sendBack')?.input).toMatchObject({ leaseToken: lease })
})

it('without a case there is no chip until a change brings one', async () => {
  locked = []
  renderChip()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(screen.queryByRole('button', { name: /unfinished/ })).toBeNull()
  locked = [row]
  publishLiveEvent({ kind: 'cases', environmentId, queueId: null, caseId: null })
  await chip()
})

// @vitest-environment jsdom
import type { Assessment } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { Component } from './assessments-page.tsx'

const plain: Assessment = {
  id: 'purchase',
  eventType: 'purchase',
  name: 'Purchase',
  kind: 'builtIn',
  template: null,
  shared: null,
  root: null,
  caseManagement: true,
  search: true,
  reporting: true,
  events: 71_940,
  updatedAt: null,
}
const own: Assessment = {
  ...plain,
  id: '7b1f6a52-3a3e-4a53-9c8e-0d6a4f1f2b11',
  eventType: 'lockerPickup',
  name: 'Parcel locker pick-up',
  kind: 'wizard',
  template: 'Custom',
  shared: true,
  root: { id: environmentId, name: 'Harbor' },
  caseManagement: false,
  reporting: false,
  events: 12,
  updatedAt: '2026-01-03T00:00:00Z',
}
const legacy: Assessment = {
  ...own,
  id: '7b1f6a52-3a3e-4a53-9c8e-0d6a4f1f2b12',
  eventType: 'review',
  name: 'Review',
  kind: 'legacyCustom',
  template: null,
  shared: null,
}

let answer: () => readonly Assessment[]
beforeEach(() => {
  stubTableLayout()
  answer = () => [plain, own, legacy]
  stubConsoleApi({ 'assessments.list': () => answer() })
})
const show = () => renderFailingPage(createElement(Component), `/fraud/assessments?env=${environmentId}`)
const rowOf = async (name: string) =>
  (await screen.findByText(name)).closest<HTMLElement>('[role="row"]') ?? document.body
/** The links of a row under the pointer: only such a row has its actions. */
function links(row: HTMLElement) {
  fireEvent.pointerOver(row)
  return within(row)
    .queryAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')?.split('?')[0]])
}

it('has a row for each, with its traffic and the pages that it has', async () => {
  show()
  const locker = await rowOf('Parcel locker pick-up')
  expect(within(locker).getByText('12')).toBeTruthy()
  expect(within(locker).getByText('lockerPickup')).toBeTruthy()
  expect(links(locker)).toEqual([
    ['Parcel locker pick-up', '/fraud/assessments/lockerPickup/monitor'],
    ['Monitor', '/fraud/assessments/lockerPickup/monitor'],
    ['Rules', '/fraud/assessments/lockerPickup/rules'],
    ['Configuration', '/fraud/assessments/lockerPickup/configuration'],
  ])
  expect(links(await rowOf('Purchase'))).toEqual([
    ['Purchase', '/fraud/purchase'],
    ['Monitor', '/fraud/purchase'],
    ['Rules', '/fraud/purchase/rules'],
    ['Reports', '/reports/summary'],
  ])
  // Only assessments of the wizard are configured.
  expect(links(await rowOf('Review')).map(([text]) => text)).toEqual(['Review', 'Monitor', 'Rules'])
})

it('is filtered by name, API name or template, with the text in the address', async () => {
  const page = show()
  await rowOf('Purchase')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'locker' } })
  await waitFor(() => expect(screen.queryByText('Purchase')).toBeNull())
  expect(screen.getByText('Parcel locker pick-up')).toBeTruthy()
  await waitFor(() => expect(new URLSearchParams(page.state.location.search).get('q')).toBe('locker'))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing' } })
  await screen.findByText('No assessments match your search')
})

it('leads only to pages that open for the user', async () => {
  renderFailingPage(
    withCapabilities(createElement(Component), () => ({ assessments: 'read' })),
    `/fraud/assessments?env=${environmentId}`,
  )
  expect(links(await rowOf('Parcel locker pick-up'))).toEqual([
    ['Parcel locker pick-up', '/fraud/assessments/lockerPickup/configuration'],
    ['Configuration', '/fraud/assessments/lockerPickup/configuration'],
  ])
  expect(links(await rowOf('Purchase'))).toEqual([])
})

it('a failed read is reported with a way to repeat it', async () => {
  answer = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  show()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answer = () => [plain]
  fireEvent.click(retry)
  await rowOf('Purchase')
})

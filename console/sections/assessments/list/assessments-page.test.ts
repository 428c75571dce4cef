// @vitest-environment jsdom
import type { Assessment } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
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
  updatedBy: null,
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
  updatedBy: 'Dario Venn',
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
  answer = () => [plain, own, legacy]
  stubConsoleApi({ 'assessments.list': () => answer(), 'customAssessments.list': () => [] })
})
const show = () => renderFailingPage(createElement(Component), `/fraud/assessments?env=${environmentId}`)
const rowOf = async (name: string) =>
  (await screen.findByText(name)).closest<HTMLElement>('tr') ?? expect.fail(`${name} has no row`)
/** The pages in the menu of a row, after its link. */
async function links(row: HTMLElement) {
  const first = within(row).queryByRole('link')
  const menu = within(row).queryByRole('button')
  if (menu === null) return { first: first?.getAttribute('href')?.split('?')[0] ?? null, menu: [] }
  fireEvent.keyDown(menu, { key: 'Enter' })
  const items = await screen.findAllByRole('menuitem')
  const found = items.map(item => [item.textContent, item.getAttribute('href')?.split('?')[0]])
  // A menu that has just opened does not listen to keys yet.
  await waitFor(() => {
    fireEvent.keyDown(screen.queryAllByRole('menuitem')[0] ?? menu, { key: 'Escape' })
    expect(screen.queryByRole('menu')).toBeNull()
  })
  return { first: first?.getAttribute('href')?.split('?')[0] ?? null, menu: found }
}

it('has a row for each in its group, with its traffic, who changed it, and the pages that it has', async () => {
  show()
  const locker = await rowOf('Parcel locker pick-up')
  for (const text of ['12', 'lockerPickup', 'Dario Venn', 'Shared', 'Harbor'])
    expect(within(locker).getByText(text)).toBeTruthy()
  expect(await links(locker)).toEqual({
    first: '/fraud/assessments/lockerPickup/monitor',
    menu: [
      ['Monitor', '/fraud/assessments/lockerPickup/monitor'],
      ['Rules', '/fraud/assessments/lockerPickup/rules'],
      ['Configuration', '/fraud/assessments/lockerPickup/configuration'],
    ],
  })
  expect((await links(await rowOf('Purchase'))).menu.map(([, path]) => path)).toEqual([
    '/fraud/purchase',
    '/fraud/purchase/rules',
    '/reports/summary',
  ])
  // Only assessments of the wizard are configured.
  expect((await links(await rowOf('Review'))).menu.map(([text]) => text)).toEqual(['Monitor', 'Rules'])
  expect(screen.getAllByRole('rowheader', { name: /part of the product|1 of/ }).map(each => each.textContent)).toEqual([
    'Built-in 1, part of the product',
    'Assessments 1 of 16',
    'Custom 1 of 3, legacy',
  ])
})

it('has a card for each where a table has no room, with the same selection, pages and counts', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('width <'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  try {
    show()
    const card = (await screen.findByText('Parcel locker pick-up')).closest('li') ?? expect.fail('no card')
    expect(screen.queryByRole('table')).toBeNull()
    expect(within(card).getByText('lockerPickup')).toBeTruthy()
    expect(card.textContent).toContain('12')
    expect(screen.getByRole('region', { name: 'Custom 1 of 3, legacy' })).toBeTruthy()
    expect((await links(card)).first).toBe('/fraud/assessments/lockerPickup/monitor')
    fireEvent.click(within(card).getByRole('checkbox', { name: 'Select Parcel locker pick-up' }))
    await screen.findByRole('button', { name: 'Export schema' })
    expect(screen.queryByRole('checkbox', { name: 'Select Purchase' })).toBeNull()
  } finally {
    vi.unstubAllGlobals()
  }
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

it('offers a new assessment to who may create one, and says when there are 16', async () => {
  show()
  await rowOf('Purchase')
  expect(screen.getByRole('link', { name: 'New assessment' }).getAttribute('href')).toContain(
    '/fraud/assessments/setup',
  )
  answer = () => [
    plain,
    ...Array.from({ length: 16 }, (_, index) => ({ ...own, id: `${own.id}${index}`, name: `Own ${index}` })),
  ]
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  const disabled = await screen.findByRole('button', { name: 'New assessment' })
  expect(disabled.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(disabled.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /16 assessments/,
  )
})

it('exports the schema of the one selected assessment; built-in ones are not selected', async () => {
  const exported: unknown[] = []
  stubConsoleApi({
    'assessments.list': () => answer(),
    'customAssessments.list': () => [],
    'assessments.exportSchema': input => {
      exported.push(input)
      return { type: 'object' }
    },
  })
  const createUrl = vi.fn(() => 'blob:schema')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: createUrl, revokeObjectURL: () => undefined }))
  show()
  await rowOf('Purchase')
  expect(screen.queryByRole('checkbox', { name: 'Select Purchase' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Review' }))
  await screen.findByText(/have no schema/)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Parcel locker pick-up' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Export schema' }))
  await waitFor(() => expect(createUrl).toHaveBeenCalled())
  expect(exported).toEqual([{ environmentId, assessmentId: own.id }])
})

it('leads only to pages that open for the user, and offers nothing to create', async () => {
  renderFailingPage(
    withCapabilities(createElement(Component), () => ({ assessments: 'read' })),
    `/fraud/assessments?env=${environmentId}`,
  )
  expect(await links(await rowOf('Parcel locker pick-up'))).toEqual({
    first: '/fraud/assessments/lockerPickup/configuration',
    menu: [['Configuration', '/fraud/assessments/lockerPickup/configuration']],
  })
  expect((await links(await rowOf('Purchase'))).menu).toEqual([])
  expect(screen.queryByRole('link', { name: 'New assessment' })).toBeNull()
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

// @vitest-environment jsdom
import type { AssessmentConfiguration, StoredReportSettings } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { beforeSignInEvent } from '../../../platform/session/identity/sign-in-redirect.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { chooseOption } from '../../../platform/testing/user-input.ts'
import { configurationOf } from '../testing/stored-configuration.ts'
import { Component } from './configuration-page.tsx'

const id = '7b1f6a52-3a3e-4a53-9c8e-0d6a4f1f2b11'
const settings: StoredReportSettings['settings'] = {
  reporting: true,
  amounts: true,
  amountFields: ['transaction.txnAmount'],
  filters: ['cardType', 'osFamily', 'country'],
  dataFilters: ['transaction.txnType'],
  observed: [':labelState'],
}
let stored: StoredReportSettings
let configuration: AssessmentConfiguration
let save: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stored = {
    id,
    eventType: 'Transfers',
    name: 'Money out',
    template: 'MoneyTransfer',
    root: { id: environmentId, name: 'Harbor' },
    createdAt: '2026-01-02T00:00:00Z',
    updatedAt: '2026-01-03T00:00:00Z',
    settings,
    defaults: { ...settings, observed: [] },
    filterOptions: ['transaction.currency', 'transaction.txnType', 'custom.tier'],
    observable: ['Outcome:statusDetails.statusType', ':labelState'],
    reportable: true,
    amountOptions: ['transaction.txnAmount', 'custom.fee'],
    version: 3,
    changesLeft: 2,
    nextChangeAt: '2026-02-01T08:00:00Z',
  }
  save = input => {
    stored = { ...stored, settings: input.settings as typeof settings, version: stored.version + 1, changesLeft: 1 }
    return stored
  }
  configuration = configurationOf({ id, eventType: 'Transfers', name: 'Money out', template: 'MoneyTransfer' })
  calls = stubConsoleApi({
    'assessmentConfiguration.get': () => configuration,
    'assessmentConfiguration.saveGeneral': ({ body }) => {
      configuration = { ...configuration, ...(body as object), version: configuration.version + 1 }
      return configuration
    },
    'assessmentConfiguration.saveSettings': ({ body }) => {
      configuration = { ...configuration, settings: body as AssessmentConfiguration['settings'] }
      return configuration
    },
    'assessmentConfiguration.saveSharing': () => configuration,
    'assessments.list': () => [],
    'assessments.reportSettings': () => stored,
    'assessments.saveReportSettings': input => save(input),
  })
})
const address = `/fraud/assessments/Transfers/configuration?env=${environmentId}`
const show = (page: ReactNode = createElement(Component)) =>
  renderFailingPage(
    createElement(
      Routes,
      null,
      createElement(Route, { path: '/fraud/assessments/:assessmentId/configuration', element: page }),
    ),
    address,
  )
const toggle = (name: string) => screen.findByRole<HTMLButtonElement>('switch', { name })
const box = (name: string) => screen.findByRole<HTMLButtonElement>('checkbox', { name })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const sent = () => calls.filter(({ procedure }) => procedure === 'assessments.saveReportSettings')

it('summarises every part, and leads to what has a page of its own', async () => {
  show()
  const general = within(await screen.findByRole('region', { name: 'General' }))
  expect(general.getByText('/v1.0/assessment/Transfers')).toBeTruthy()
  const schema = within(screen.getByRole('region', { name: 'Schema' }))
  expect(schema.getByRole('link', { name: 'Edit fields' }).getAttribute('href')).toMatch(/Transfers\/schemaDetails/)
  const table = within(screen.getByRole('table', { name: 'Observation events' }))
  expect(table.getByRole('link', { name: 'Outcome' }).getAttribute('href')).toMatch(/Transfers\/observations\/o-1/)
  expect(table.getByRole('cell', { name: '42' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'New observation event' }).getAttribute('href')).toMatch(
    /observations\/create/,
  )
  const label = within(screen.getByRole('region', { name: 'Label event' }))
  expect(label.getByRole('link', { name: 'New label event' }).getAttribute('href')).toMatch(
    /observations\/create\/label/,
  )
  const settingsOf = within(screen.getByRole('region', { name: 'Settings' }))
  expect(settingsOf.getByText('metadata.eventId, user.id')).toBeTruthy()
})

it('changes the name on the version that was read; the API name stays while something uses it', async () => {
  configuration = { ...configuration, version: 4, uses: [{ kind: 'rule', name: 'Large', environment: 'Harbor' }] }
  show()
  const general = within(await screen.findByRole('region', { name: 'General' }))
  fireEvent.click(general.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'General' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /API name/ }).readOnly).toBe(true)
  expect(dialog.getByText(/Rule/).textContent).toContain('Large')
  fireEvent.change(dialog.getByRole('textbox', { name: /Friendly name/ }), { target: { value: 'Money away' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { level: 1, name: 'Money away' })
  expect(calls.filter(({ procedure }) => procedure.endsWith('saveGeneral')).map(({ input }) => input)).toEqual([
    { environmentId, assessmentId: id, baseVersion: 4, body: { name: 'Money away', eventType: 'Transfers' } },
  ])
})

it('settings are changed as a whole, and data subject ids stay', async () => {
  show()
  const region = within(await screen.findByRole('region', { name: 'Settings' }))
  fireEvent.click(region.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }))
  fireEvent.click(dialog.getByRole('radio', { name: /first matching/ }))
  fireEvent.click(dialog.getByRole('switch', { name: /Search/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ procedure }) => procedure.endsWith('saveSettings')).map(({ input }) => input.body)).toEqual([
    { evaluation: 'first', caseManagement: true, search: false, dataSubjectIds: ['user.id'], keyCallId: null },
  ])
})

it('a data subject id that reports are filtered by says which filter they lose, before it is saved', async () => {
  stored = { ...stored, settings: { ...settings, dataFilters: ['custom.locker'] } }
  show()
  const region = within(await screen.findByRole('region', { name: 'Settings' }))
  fireEvent.click(region.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }))
  const field = dialog.getByRole('combobox', { name: /^Data subject IDs/ })
  const broken = /^Breaks data filter custom\.locker of the reports of Money out/
  expect(dialog.queryByText(/^Breaks data filter/)).toBeNull()
  await chooseOption(field, 'custom.locker')
  const text = await dialog.findByText(
    (_, element) => element?.tagName === 'P' && broken.test(element.textContent ?? ''),
  )
  expect(text.closest('[role="status"]')).not.toBeNull()
  expect(sent()).toEqual([])
})

it('is shared, with a sample response that is JSON', async () => {
  show()
  const region = within(await screen.findByRole('region', { name: 'Sharing' }))
  fireEvent.click(region.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assessment sharing' }))
  fireEvent.click(dialog.getByRole('radio', { name: /Shared/ }))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '{"score":' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Line 1: not valid JSON.')
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '{"score": 1}' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ procedure }) => procedure.endsWith('saveSharing')).map(({ input }) => input.body)).toEqual([
    { sharing: 'shared', sampleResponse: { score: 1 } },
  ])
})

it('what was typed about its sharing is there again after a sign-in', async () => {
  show()
  fireEvent.click(within(await screen.findByRole('region', { name: 'Sharing' })).getByRole('button', { name: 'Edit' }))
  const sample = async () =>
    within(await screen.findByRole('dialog', { name: 'Assessment sharing' })).getByRole<HTMLTextAreaElement>('textbox')
  fireEvent.change(await sample(), { target: { value: '{"score":' } })
  act(() => void dispatchEvent(new Event(beforeSignInEvent)))
  cleanup()
  show()
  expect((await sample()).value).toBe('{"score":')
})

it('shows what is stored, and how many changes are left until when', async () => {
  show()
  await screen.findByRole('heading', { level: 1, name: 'Money out' })
  expect((await toggle('Reporting')).getAttribute('aria-checked')).toBe('true')
  expect((await box('Card type')).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByText(/2 of 5 changes in 90 days are left/).textContent).toMatch(/Feb 1, 2026/)
  expect(button('Save').disabled).toBe(true)
})

it('saves what was changed as a whole, on the version that was read', async () => {
  show()
  fireEvent.click(await box('Operating system family'))
  fireEvent.click(await toggle('Amount'))
  fireEvent.click(button('Save'))
  await screen.findByText(/Report configuration saved/)
  expect(sent().map(({ input }) => input)).toEqual([
    {
      environmentId,
      assessmentId: id,
      baseVersion: 3,
      settings: {
        reporting: true,
        amounts: false,
        amountFields: ['transaction.txnAmount'],
        filters: ['cardType', 'country'],
        dataFilters: ['transaction.txnType'],
        observed: [':labelState'],
      },
    },
  ])
  await screen.findByText(/1 of 5 changes in 90 days is left/)
  await waitFor(() => expect(button('Save').disabled).toBe(true))
})

it('amounts and values are those of chosen fields, also of fields of its own', async () => {
  show()
  await chooseOption(await screen.findByRole('combobox', { name: 'Amount attributes' }), 'custom.fee')
  await chooseOption(screen.getByRole('combobox', { name: 'Fields as data filters' }), 'transaction.currency')
  const fields = screen.getByRole('combobox', { name: 'Observation and label fields' })
  fireEvent.change(fields, { target: { value: 'Outcome:custom.reason' } })
  fireEvent.click(await screen.findByRole('option', { name: /Outcome:custom\.reason/ }))
  fireEvent.click(button('Save'))
  await screen.findByText(/Report configuration saved/)
  expect(sent().map(({ input }) => input)).toMatchObject([
    {
      settings: {
        amountFields: ['transaction.txnAmount', 'custom.fee'],
        // In the order of the schema.
        dataFilters: ['transaction.currency', 'transaction.txnType'],
        observed: [':labelState', 'Outcome:custom.reason'],
      },
    },
  ])
})

it('a box that is cleared and ticked again is no change', async () => {
  show()
  fireEvent.click(await box('Card type'))
  expect(button('Save').disabled).toBe(false)
  fireEvent.click(await box('Card type'))
  expect(button('Save').disabled).toBe(true)
})

it('a change of somebody else meanwhile is shown beside the own one', async () => {
  save = () => {
    stored = { ...stored, version: 4, settings: { ...settings, reporting: false } }
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'version.conflict', currentVersion: 4 } })
  }
  show()
  fireEvent.click(await toggle('Amount'))
  fireEvent.click(button('Save'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Reporting')).toBeTruthy()
})

it('a refused change is reported, and what was entered stays', async () => {
  save = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  show()
  fireEvent.click(await toggle('Amount'))
  fireEvent.click(button('Save'))
  await screen.findByText(/Something went wrong/)
  expect((await toggle('Amount')).getAttribute('aria-checked')).toBe('false')
})

it.each<[string, Partial<StoredReportSettings>, RegExp]>([
  ['no change is left', { changesLeft: 0 }, /All 5 changes in 90 days are used.*Feb 1, 2026/],
  ['another environment made it', { root: { id, name: 'Mainland' } }, /root environment Mainland/],
  ['its template has no reports', { reportable: false }, /no reports/],
])('cannot be changed while %s, and says why', async (_, changes, text) => {
  stored = { ...stored, ...changes }
  show()
  expect((await toggle('Reporting')).disabled).toBe(true)
  expect((await box('Card type')).disabled).toBe(true)
  expect(screen.getByRole('region', { name: 'Reports' }).textContent).toMatch(text)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

it('events without an amount have no switch that can be used', async () => {
  stored = { ...stored, amountOptions: [], settings: { ...settings, amounts: false, amountFields: [] } }
  show()
  expect((await toggle('Amount')).disabled).toBe(true)
  expect((await toggle('Reporting')).disabled).toBe(false)
  expect(screen.getByText('Events of this template have no amount.')).toBeTruthy()
})

it('who only reads sees the configuration and cannot change it', async () => {
  show(withReadAccess(createElement(Component)))
  expect((await toggle('Reporting')).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('link', { name: /^New/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Show fields' })).toBeTruthy()
})

it.each([
  ['NOT_FOUND', 'Assessment not found'],
  ['INTERNAL_SERVER_ERROR', 'Try again'],
] as const)('a read that fails with %s is reported', async (code, text) => {
  calls = stubConsoleApi({
    'assessmentConfiguration.get': () => {
      throw new ORPCError(code)
    },
    'assessments.reportSettings': () => stored,
  })
  show()
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('switch')).toBeNull()
})

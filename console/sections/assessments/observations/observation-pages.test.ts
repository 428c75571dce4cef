// @vitest-environment jsdom
import type { AssessmentConfiguration, ReceivedObservation } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { configurationOf } from '../testing/stored-configuration.ts'
import { Component as CreateLabel } from './create-label-page.tsx'
import { Component as CreateObservation } from './create-observation-page.tsx'
import { Component as EditLabel } from './edit-label-page.tsx'
import { Component as EditObservation } from './observation-page.tsx'

let configuration: AssessmentConfiguration
let received: ReceivedObservation[]
let create: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  configuration = configurationOf()
  received = [{ at: '2026-01-03T00:00:00Z', primaryEventId: 'e-1', status: 'Approved', environment: 'Harbor' }]
  create = () => configuration
  calls = stubConsoleApi({
    'assessmentConfiguration.get': () => configuration,
    'assessmentConfiguration.observation': () => ({ ...configuration.observations[0], uses: [], received }),
    'assessmentConfiguration.createObservation': input => create(input),
    'assessmentConfiguration.saveObservation': ({ body }) => {
      const [first] = configuration.observations
      configuration = { ...configuration, observations: [{ ...first, ...(body as object), version: 3 } as never] }
      return configuration
    },
    'assessmentConfiguration.removeObservation': () => ({ deleted: true }),
    'assessmentConfiguration.saveLabel': ({ body }) => {
      configuration = { ...configuration, label: { ...(body as { custom: [] }), version: 0 } }
      return configuration
    },
    'assessments.list': () => [],
  })
})
const pages = {
  create: CreateObservation,
  'create/label': CreateLabel,
  label: EditLabel,
  ':observationId': EditObservation,
}
const Elsewhere = () => createElement('p', null, `At ${useLocation().pathname}`)
const base = '/fraud/assessments/:assessmentId'
const show = (page: keyof typeof pages, address: string = page, wrap = (content: ReactNode) => content) =>
  renderFailingPage(
    createElement(
      Routes,
      null,
      createElement(Route, { path: `${base}/observations/${page}`, element: wrap(createElement(pages[page])) }),
      createElement(Route, { path: '*', element: createElement(Elsewhere) }),
    ),
    `/fraud/assessments/Pickup/observations/${address}${address.includes('?') ? '&' : '?'}env=${environmentId}`,
  )
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const sent = (procedure: string) =>
  calls.filter(each => each.procedure === `assessmentConfiguration.${procedure}`).map(({ input }) => input)

describe('a new observation event', () => {
  it('has a template first, then names and fields, and leads back to the configuration', async () => {
    show('create')
    fireEvent.click(await screen.findByRole('radio', { name: 'Bank event' }))
    fireEvent.click(button('Next'))
    fireEvent.change(await box(/Friendly name/), { target: { value: 'Bank answers' } })
    fireEvent.change(await box(/API name/), { target: { value: 'BankAnswers' } })
    expect(screen.getByText('/v1.0/assessment/Pickup/observation/BankAnswers')).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: 'bankResponseCode' })).toBeTruthy()
    fireEvent.click(button('Create'))
    await screen.findByText('At /fraud/assessments/Pickup/configuration')
    expect(sent('createObservation')).toEqual([
      {
        environmentId,
        assessmentId: configuration.id,
        observationId: expect.stringMatching(/^[\da-f-]{36}$/),
        body: { name: 'Bank answers', apiName: 'BankAnswers', template: 'Bank', custom: [] },
      },
    ])
  })
  it('is refused without names, and with the API name of another one, at the field', async () => {
    create = () => {
      throw new ORPCError('UNPROCESSABLE_CONTENT', {
        status: 422,
        data: { issues: [{ path: ['body', 'apiName'], message: 'Taken', code: 'name.taken' }] },
      })
    }
    show('create', 'create?template=Custom')
    fireEvent.change(await box(/Friendly name/), { target: { value: 'Opened' } })
    fireEvent.click(button('Create'))
    await screen.findByText(/^Start with a letter and use only/)
    expect(sent('createObservation')).toEqual([])
    fireEvent.change(await box(/API name/), { target: { value: 'Status' } })
    fireEvent.click(button('Create'))
    await screen.findByText(/Another observation event of this assessment/)
  })
  it('is not offered to who only reads', async () => {
    show('create', 'create', withReadAccess)
    await screen.findByText('At /fraud/assessments/Pickup/configuration')
  })
})

describe('an observation event', () => {
  const edit = () => show(':observationId', 'o-1')
  it('shows what was received last, and is saved on its version', async () => {
    edit()
    const name = await box(/Friendly name/)
    const table = within(screen.getByRole('table', { name: 'Last received' }))
    expect(table.getByRole('rowheader', { name: 'e-1' })).toBeTruthy()
    fireEvent.change(name, { target: { value: 'Result' } })
    fireEvent.click(button('Save'))
    await screen.findByText('Result saved.')
    expect(sent('saveObservation')).toEqual([
      {
        environmentId,
        assessmentId: configuration.id,
        observationId: 'o-1',
        baseVersion: 2,
        body: { name: 'Result', apiName: 'Status', template: 'AssessmentStatus', custom: [] },
      },
    ])
  })
  it('says so while nothing was received, and is deleted after a question', async () => {
    received = []
    edit()
    await screen.findByText('Nothing was received yet')
    fireEvent.click(button('Delete'))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete observation event' }))
    await screen.findByText('At /fraud/assessments/Pickup/configuration')
    expect(sent('removeObservation')).toHaveLength(1)
  })
  it('who only reads sees it and changes nothing', async () => {
    show(':observationId', 'o-1', withReadAccess)
    expect((await box(/Friendly name/)).readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })
  it.each([
    ['NOT_FOUND', 'Observation event not found'],
    ['INTERNAL_SERVER_ERROR', 'Try again'],
  ] as const)('that cannot be read with %s is reported', async (code, text) => {
    calls = stubConsoleApi({
      'assessmentConfiguration.get': () => configuration,
      'assessmentConfiguration.observation': () => {
        throw new ORPCError(code)
      },
    })
    edit()
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  })
})

describe('the label event', () => {
  it('is added as it is, and edited from then on', async () => {
    show('create/label')
    expect(await screen.findByRole('rowheader', { name: 'labelObjectType' })).toBeTruthy()
    expect(screen.getByText('/v1.0/assessment/Pickup/label')).toBeTruthy()
    fireEvent.click(button('Create'))
    await screen.findByText('At /fraud/assessments/Pickup/observations/label')
    expect(sent('saveLabel')).toEqual([
      { environmentId, assessmentId: configuration.id, baseVersion: null, body: { custom: [] } },
    ])
  })
  it('is not added by who only reads, who sees that there is none', async () => {
    show('create/label', undefined, withReadAccess)
    await screen.findByText('At /fraud/assessments/Pickup/configuration')
  })
  it('that does not exist leads to the configuration', async () => {
    show('label')
    await screen.findByText('At /fraud/assessments/Pickup/configuration')
  })
  it('that exists is shown, with nothing to save before a change', async () => {
    configuration = configurationOf({ label: { custom: [{ name: 'team', type: 'String' }], version: 1 } })
    show('label')
    await screen.findByRole('rowheader', { name: /custom.team/ })
    await waitFor(() => expect(button('Save').disabled).toBe(true))
  })
})

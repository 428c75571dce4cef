// @vitest-environment jsdom
import type { Assessment, CustomAssessment, CustomAssessmentBody } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { Component } from './assessments-page.tsx'

const id = '7b1f6a52-3a3e-4a53-9c8e-0d6a4f1f2b12'
let stored: CustomAssessment[]
let save: (body: CustomAssessmentBody) => unknown
let calls: RecordedCall[]
const rowOf = ({ id: own, name, eventType }: CustomAssessment): Assessment => ({
  id: own,
  eventType,
  name,
  kind: 'legacyCustom',
  template: null,
  shared: null,
  root: { id: environmentId, name: 'Harbor' },
  caseManagement: false,
  search: true,
  reporting: false,
  events: 0,
  updatedAt: null,
  updatedBy: null,
})
beforeEach(() => {
  stored = [
    {
      id,
      name: 'Account update',
      eventType: 'AccountChange',
      sample: { name: 'AccountChange' },
      version: 3,
      activeRules: 0,
      formerNames: [],
    },
  ]
  save = body => {
    stored = [{ id, ...body, version: 4, activeRules: 0, formerNames: [] }]
    return stored[0]
  }
  calls = stubConsoleApi({
    'assessments.list': () => stored.map(rowOf),
    'customAssessments.list': () => stored,
    'customAssessments.create': ({ body }) => save(body as CustomAssessmentBody),
    'customAssessments.save': ({ body }) => save(body as CustomAssessmentBody),
  })
})
const show = (content: ReactNode = createElement(Component)) =>
  renderFailingPage(content, `/fraud/assessments?env=${environmentId}`)
const dialog = () => within(screen.getByRole('dialog'))
const box = (name: RegExp) => dialog().getByRole<HTMLTextAreaElement>('textbox', { name })
const type = (name: RegExp, value: string) => fireEvent.change(box(name), { target: { value } })
const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }))
const sent = (procedure: string) =>
  calls.filter(each => each.procedure === `customAssessments.${procedure}`).map(({ input }) => input)
const openEditor = async () => {
  show()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Account update' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await screen.findByRole('dialog')
}

it('the list says that it could not be refreshed while nobody knows which assessments have no rule', async () => {
  let isDown = true
  stubConsoleApi({
    'assessments.list': () => stored.map(rowOf),
    'customAssessments.list': () => {
      if (isDown) throw new ORPCError('INTERNAL_SERVER_ERROR')
      return stored
    },
  })
  show()
  await screen.findByText('The list could not be refreshed.')
  expect(screen.queryByText(/^No active rule/)).toBeNull()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText(/^No active rule/)
  expect(screen.queryByText('The list could not be refreshed.')).toBeNull()
})

describe('a new legacy assessment', () => {
  const openNew = async () => {
    const page = show()
    fireEvent.click(await screen.findByRole('button', { name: 'New legacy assessment' }))
    await screen.findByRole('dialog')
    return page
  }
  it('shows its path while its name is typed, takes the name over into its sample, and leads to its rules', async () => {
    stored = []
    const page = await openNew()
    type(/^Friendly name/, 'Order change')
    type(/^API name/, 'OrderChange')
    expect(dialog().getByText('/v1.0/action/assessment/OrderChange')).toBeTruthy()
    const sample = JSON.parse(box(/^Sample payload/).value) as Record<string, unknown>
    expect(sample).toMatchObject({ name: 'OrderChange', device: { deviceContextId: 'session-1' } })
    press('Create')
    await waitFor(() => expect(page.state.location.pathname).toBe('/fraud/assessments/OrderChange/rules'))
    expect(sent('create')).toEqual([
      {
        environmentId,
        assessmentId: expect.stringMatching(/^[\da-f-]{36}$/),
        body: { name: 'Order change', eventType: 'OrderChange', sample },
      },
    ])
  })
  it('is refused with a sample that is no JSON: one sentence with its line, and nothing is sent', async () => {
    await openNew()
    type(/^Friendly name/, 'Order change')
    type(/^API name/, 'OrderChange')
    type(/^Sample payload/, '{\n  "name": "OrderChange",\n  "user": {,\n}')
    press('Create')
    await dialog().findByText('Line 3: not valid JSON.')
    type(/^Sample payload/, '[1]')
    await dialog().findByText('The sample is not a JSON object.')
    expect(sent('create')).toEqual([])
    expect(box(/^API name/).value).toBe('OrderChange')
  })
  it.each([
    ['assessment.exists', 'An assessment with this API name already exists.'],
    ['assessment.limit', 'This root environment has 3 legacy assessments, which is the limit.'],
  ])('that is refused with %s says why', async (reason, text) => {
    save = () => {
      throw new ORPCError('CONFLICT', { status: 409, data: { reason } })
    }
    await openNew()
    type(/^Friendly name/, 'Order change')
    type(/^API name/, 'OrderChange')
    press('Create')
    await dialog().findByText(text)
  })
  it('is not offered when there are three, and the reason stands beside the button', async () => {
    const [first] = stored
    stored = ['a', 'b', 'c'].flatMap(own => (first ? [{ ...first, id: own, name: own }] : []))
    show()
    const button = await screen.findByRole('button', { name: 'New legacy assessment' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText(/which is the limit/)).toBeTruthy()
  })
})

describe('a legacy assessment', () => {
  it('whose calls are refused says so in its row, until a rule is active', async () => {
    show()
    const row = await screen.findByRole('row', { name: /Account update/ })
    await within(row).findByText('No active rule: calls are rejected')
  })
  it('with an active rule has no warning', async () => {
    stored = stored.map(each => ({ ...each, activeRules: 1 }))
    show()
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Account update' }))
    await screen.findByRole('button', { name: 'Edit' })
    expect(screen.queryByText(/No active rule/)).toBeNull()
  })
  it('is edited on its version; another API name is recommended with paused calls', async () => {
    await openEditor()
    expect(screen.queryByText(/Pause calls before you save/)).toBeNull()
    type(/^API name/, 'ProfileChange')
    await dialog().findByText(/Pause calls before you save/)
    press('Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent('save')).toEqual([
      {
        environmentId,
        assessmentId: id,
        baseVersion: 3,
        body: { name: 'Account update', eventType: 'ProfileChange', sample: { name: 'ProfileChange' } },
      },
    ])
  })
  it('that somebody changed meanwhile is not overwritten without a question', async () => {
    await openEditor()
    type(/^Friendly name/, 'Profile')
    save = () => {
      stored = stored.map(each => ({ ...each, name: 'Theirs', version: 4 }))
      throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'version.conflict', currentVersion: 4 } })
    }
    press('Save')
    expect((await screen.findAllByText(/Theirs/)).length).toBeGreaterThan(0)
  })
  it('is only shown to who may not change it', async () => {
    show(withReadAccess(createElement(Component)))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Account update' }))
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'New legacy assessment' })).toBeNull()
  })
})

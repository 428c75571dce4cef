// @vitest-environment jsdom
import type { ExternalAssessment } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage, waitForCall } from '../../platform/testing/lost-session.ts'
import { chooseOption, fillField, pressButton } from '../../platform/testing/user-input.ts'
import { AssessmentListPage } from './assessment-list-page.tsx'
import { target } from './testing/target.ts'
// What the page fetches when it is opened.
import './sharing-dialog.tsx'

const figures = { requests: 0, perSecond: 0, averageMs: null, successRate: null }

let stored: ExternalAssessment[]
let calls: RecordedCall[]
const create = vi.fn<(input: Record<string, unknown>) => unknown>()
const store = ({ assessmentId, body }: Record<string, unknown>): ExternalAssessment => {
  const next = {
    id: String(assessmentId),
    environmentId,
    version: 1,
    body: body as ExternalAssessment['body'],
    target,
    used: false,
    usedByActive: false,
    updatedBy: 'Ana Lindqvist',
    updatedAt: '2026-01-01T00:00:00Z',
  } as unknown as ExternalAssessment
  stored = [...stored.filter(({ id }) => id !== next.id), next]
  return next
}

beforeEach(() => {
  stored = []
  create.mockReset()
  calls = stubConsoleApi({
    'externalAssessments.list': () => stored.map(each => ({ ...each, figures })),
    'externalAssessments.targets': () => [target],
    'externalAssessments.create': create,
    'externalAssessments.update': store,
    'externalAssessments.saveConfiguration': () => ({}),
  })
})

const findPanel = async () => within(await screen.findByRole('dialog', { name: 'New external assessment' }))
const findField = async (name: string) => (await findPanel()).findByRole<HTMLInputElement>('textbox', { name })
const openForm = () => pressButton('New external assessment')
async function fillForm(name: string): Promise<void> {
  await openForm()
  const choice = await (await findPanel()).findByRole('combobox', { name: 'Target assessment' })
  await chooseOption(choice, 'Seller payout – Harbor')
  fillField(await findField('Name'), name)
}

it('an external assessment needs a target', async () => {
  renderPage(createElement(AssessmentListPage))
  await openForm()
  await findField('Name')
  await pressButton('Create')
  await screen.findByText('Choose a target assessment.')
  expect(create).not.toHaveBeenCalled()
})

it('an external assessment whose answer was lost is found again, with what was typed since', async () => {
  create
    .mockImplementationOnce(input => {
      store(input)
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    })
    .mockImplementationOnce(() => {
      throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'externalAssessments.exists' } })
    })
  renderPage(createElement(AssessmentListPage))
  await fillForm('Lost')
  await pressButton('Create')
  await waitFor(() => expect(screen.getAllByText('Something went wrong').length).toBeGreaterThan(0))
  fillField(await findField('Description'), 'A second thought')
  await pressButton('Create')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const card = (await screen.findByRole('button', { name: 'Lost' })).closest('li')
  await waitFor(() => expect(card?.textContent).toContain('A second thought'))
  expect(stored).toHaveLength(1)
})

it('the late answer about an external assessment closes no other form', async () => {
  let letGo = () => undefined as void
  create.mockImplementation(
    input =>
      new Promise(resolve => {
        letGo = () => resolve(store(input))
      }),
  )
  renderPage(createElement(AssessmentListPage))
  await fillForm('Late')
  await pressButton('Create')
  await waitForCall(calls, 'externalAssessments.create')
  expect((await findField('Name')).readOnly).toBe(true)
  fireEvent.keyDown(await findField('Name'), { key: 'Escape' })
  await pressButton('Discard changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openForm()
  fillField(await findField('Name'), 'another')
  letGo()
  await screen.findAllByText('Late saved.')
  expect((await findField('Name')).value).toBe('another')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('the sample response of a shared assessment has to be JSON', async () => {
  renderPage(createElement(AssessmentListPage))
  await pressButton('Assessment sharing')
  fireEvent.click(await screen.findByRole('radio', { name: /^Shared/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Assessment sharing' }))
  const sample = dialog.getByRole('textbox', { name: 'Sample response' })
  fillField(sample, '{')
  await pressButton('Save')
  await dialog.findByText('Line 1: not valid JSON.')
  expect(calls.map(({ procedure }) => procedure)).not.toContain('externalAssessments.saveConfiguration')
  fillField(sample, '{"note":"sample"}')
  await pressButton('Save')
  await screen.findAllByText('Sharing settings of Seller payout saved.')
  expect(calls.find(({ procedure }) => procedure === 'externalAssessments.saveConfiguration')?.input).toMatchObject({
    eventType: 'payout',
    sharing: 'shared',
    sampleResponse: { note: 'sample' },
  })
})

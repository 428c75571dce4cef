// @vitest-environment jsdom
import { type CaseConfiguration, defaultCaseConfiguration } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { replaceCode } from '../../../platform/testing/code-input.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { decisionJson } from '../decisions/decision-json.ts'
import '../decisions/decision-json-editor.tsx'
import { Component } from './admin-settings-page.tsx'

let save: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  let stored: unknown = { version: 2, configuration: defaultCaseConfiguration }
  save = ({ configuration }) => {
    stored = { version: 3, configuration }
    return stored
  }
  calls = stubConsoleApi({
    'search.eventTypes': () => [{ key: 'purchase', name: 'purchase', search: true }],
    'cases.configuration': () => stored,
    'cases.saveConfiguration': input => save(input),
    'caseSwitches.list': () => [],
  })
})
const show = () => renderFailingPage(createElement(Component), `${pageAddress}&tab=configuration`)
const rename = async (name: string) => {
  const first = within(await screen.findByRole('region', { name: 'Decision 1' }))
  fireEvent.change(first.getByRole('textbox', { name: /Name/ }), { target: { value: name } })
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
}

it('a renamed decision is saved, and stays the default', async () => {
  show()
  await rename('Accept')
  await screen.findByText('Settings saved.')
  const sent = calls.find(({ procedure }) => procedure === 'cases.saveConfiguration')?.input
  expect(sent).toMatchObject({ environmentId, eventType: 'purchase', baseVersion: 2 })
  const { queueDecisions, defaultDecisionName } = sent?.['configuration'] as CaseConfiguration
  expect([queueDecisions.map(({ name }) => name), defaultDecisionName]).toEqual([['Accept', 'Reject'], 'Accept'])
})

it('a decision that a queue needs is kept, and the page says so', async () => {
  save = () => {
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'decision.used' } })
  }
  show()
  await rename('Accept')
  await screen.findByText(/Change the queue first/)
})

const statementRefused = () => {
  throw new ORPCError('BAD_REQUEST', {
    status: 422,
    data: {
      issues: [
        { path: ['configuration', 'queueDecisions', 1, 'fqlAction'], message: 'Line 1, column 4: unknown call' },
      ],
    },
  })
}

it('a wrong statement is named at its field', async () => {
  save = statementRefused
  show()
  await rename('Accept')
  const second = within(screen.getByRole('region', { name: 'Decision 2' }))
  await waitFor(() => expect(second.getByRole('alert').textContent).toContain('Line 1, column 4: unknown call'))
})

const text = decisionJson(defaultCaseConfiguration)
/** Opens the decisions as JSON text, and replaces it. */
const typeJson = async (typed: string) => {
  fireEvent.click(await screen.findByRole('radio', { name: 'JSON' }))
  await replaceCode('JSON', typed)
}

it('the buttons are shown with their keys while the decisions are typed', async () => {
  show()
  const first = within(await screen.findByRole('region', { name: 'Decision 1' }))
  fireEvent.change(first.getByRole('textbox', { name: /Name/ }), { target: { value: 'Accept' } })
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  await waitFor(() =>
    expect(preview.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Accept A',
      'Reject Z',
      'Accept: Wrong decision 1',
      'Reject: Stolen card 2',
    ]),
  )
})

it('decisions changed as JSON are in the form, and are saved', async () => {
  show()
  await typeJson(text.replace('"name": "Approve"', '"name": "Accept"').replace('Name": "Approve"', 'Name": "Accept"'))
  fireEvent.click(screen.getByRole('radio', { name: 'Form' }))
  const first = within(await screen.findByRole('region', { name: 'Decision 1' }))
  expect(first.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Accept')
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await screen.findByText('Settings saved.')
  const sent = calls.find(({ procedure }) => procedure === 'cases.saveConfiguration')?.input
  expect(sent?.['configuration']).toMatchObject({
    queueDecisions: [{ name: 'Accept' }, {}],
    defaultDecisionName: 'Accept',
  })
})

it('JSON that is wrong names the path, is not saved, and keeps the form closed', async () => {
  show()
  await typeJson(text.replace('"labelAction": "None"', '"labelAction": "Maybe"'))
  await screen.findByText(/queueDecisions\[0\].labelAction: Use one of these: Fraud, NonFraud, None/)
  expect(screen.getByRole<HTMLButtonElement>('radio', { name: 'Form' }).disabled).toBe(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await screen.findByText(/Correct 1 problem/)
  expect(calls.some(({ procedure }) => procedure === 'cases.saveConfiguration')).toBe(false)
})

it('a wrong statement in JSON is named with its path', async () => {
  save = statementRefused
  show()
  await typeJson(text.replace('"Positive"', 'null'))
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await screen.findByText(/queueDecisions\[1\].fqlAction: .*unknown call/)
})

// @vitest-environment jsdom
import { type CaseConfiguration, defaultCaseConfiguration } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
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

it('a wrong statement is named at its field', async () => {
  save = () => {
    throw new ORPCError('BAD_REQUEST', {
      status: 422,
      data: {
        issues: [
          { path: ['configuration', 'queueDecisions', 1, 'fqlAction'], message: 'Line 1, column 4: unknown call' },
        ],
      },
    })
  }
  show()
  await rename('Accept')
  const second = within(screen.getByRole('region', { name: 'Decision 2' }))
  await waitFor(() => expect(second.getByRole('alert').textContent).toContain('Line 1, column 4: unknown call'))
})

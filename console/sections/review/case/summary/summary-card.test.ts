// @vitest-environment jsdom
import type { CaseSummary } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { preferencesStore } from '../../../../platform/preferences/index.ts'
import { stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { ReviewCard } from '../../cards/review-card.tsx'
import { caseOf } from '../../testing/case-fixture.ts'
import { SummaryCard } from './summary-card.tsx'

const summary: CaseSummary = {
  facts: [
    {
      fact: 'decided',
      cites: [
        { card: 'explanation', field: 'rule' },
        { card: 'explanation', field: 'riskScore' },
      ],
      decision: 'Review',
      rule: 'Ring',
      clause: 'Shared device',
      score: 720,
    },
    {
      fact: 'device',
      cites: [{ card: 'device', field: 'deviceContext.externalDeviceId' }],
      users: 4,
      more: true,
    },
    {
      fact: 'countries',
      cites: [{ card: 'ip', field: 'deviceContext.ipAddress' }],
      ip: 'DE',
      billing: 'FR',
      shipping: null,
      same: false,
    },
  ],
  unknown: ['accountAge'],
  questions: [{ question: 'device', cites: [{ card: 'device', field: 'deviceContext.externalDeviceId' }] }],
  helpful: null,
}

function show(answers: Parameters<typeof stubConsoleApi>[0] = {}) {
  const calls = stubConsoleApi({ 'cases.summary': () => summary, ...answers })
  renderFailingPage(
    createElement(
      'div',
      null,
      createElement(ReviewCard, { name: 'device', title: 'Device', children: 'The device' }),
      createElement(SummaryCard, { row: caseOf() }),
    ),
  )
  return calls
}
const open = () => fireEvent.click(screen.getByRole('button', { name: /Summary/ }))

it('is closed at first and asks for nothing; open, it says what is known and what is not', async () => {
  const calls = show()
  expect(screen.queryByText(/Written by fixed rules/)).toBeNull()
  expect(calls.map(({ procedure }) => procedure)).not.toContain('cases.summary')
  open()
  expect((await screen.findByText(/The risk score is 720/)).textContent).toBe(
    'Sent to review by Ring › Shared device. The risk score is 720.',
  )
  expect(screen.getByText('Use of the device in 90 days: 4+ other users')).toBeTruthy()
  expect(screen.getByText('The countries differ (IP country: Germany, Billing country: France).')).toBeTruthy()
  expect(screen.getByText(/How old the account is/)).toBeTruthy()
  expect(screen.getByText(/is it a household/)).toBeTruthy()
})

it('leads from a sentence to the card of its field, and opens it', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Collapse Device' }))
  await waitFor(() => expect(screen.queryByText('The device')).toBeNull())
  open()
  const sentence = (await screen.findByText(/Use of the device/)).closest('li') as HTMLElement
  fireEvent.click(within(sentence).getByRole('button', { name: 'Device ID' }))
  expect(await screen.findByText('The device')).toBeTruthy()
  expect(document.activeElement?.getAttribute('data-card')).toBe('device')
  await waitFor(() => expect(preferencesStore.getState().preferences.closedCards).toEqual([]))
})

it('stores whether it helped, and takes it back by the same button', async () => {
  const calls = show({ 'cases.rateSummary': ({ helpful }) => ({ helpful }) })
  open()
  const yes = await screen.findByRole('button', { name: 'Helpful' })
  fireEvent.click(yes)
  await waitFor(() => expect(yes.getAttribute('aria-pressed')).toBe('true'))
  fireEvent.click(yes)
  await waitFor(() => expect(yes.getAttribute('aria-pressed')).toBe('false'))
  const sent = calls.filter(({ procedure }) => procedure === 'cases.rateSummary').map(({ input }) => input)
  expect(sent).toMatchObject([{ helpful: true, id: 'P-1001' }, { helpful: null }])
})

// @vitest-environment jsdom
import type { SimilarCase } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { caseOf } from '../../testing/case-fixture.ts'
import { SimilarCard } from './similar-card.tsx'

const similarOf = (change: Partial<SimilarCase> = {}): SimilarCase => ({
  environmentId,
  eventType: 'purchase',
  externalId: 'P-0900',
  shared: ['user', 'device'],
  sameRule: true,
  sameScoreBand: false,
  sameAmountBand: true,
  decision: 'Reject',
  caseAction: 'Reject',
  reason: 'Stolen card',
  decidedAt: '2026-01-04T10:00:00.000Z',
  via: 'Single',
  chargeback: null,
  label: null,
  ...change,
})

function show(answer: () => unknown) {
  const calls = stubConsoleApi({ 'cases.similar': answer })
  renderFailingPage(createElement(SimilarCard, { row: caseOf() }))
  return calls
}
const entry = async (id: string) => within((await screen.findByRole('link', { name: id })).closest('li') as HTMLElement)

it('each similar case links to its event, and says how it was decided and what both have in common', async () => {
  const calls = show(() => [similarOf()])
  const link = await screen.findByRole('link', { name: 'P-0900' })
  expect(link.getAttribute('href')).toContain(`/search/purchase/${environmentId}/P-0900`)
  const { getByText } = await entry('P-0900')
  expect(getByText('Reject')).toBeTruthy()
  expect(getByText('Stolen card').closest('p')?.textContent).toMatch(/Stolen card · .*2026/)
  expect(getByText('In common: User, Device, Rule, Amount band')).toBeTruthy()
  expect(getByText('Nothing was reported later.')).toBeTruthy()
  expect(calls.find(({ procedure }) => procedure === 'cases.similar')?.input).toMatchObject({ id: 'P-1001' })
})

it('shows what became known later: a chargeback with its reason, and labels', async () => {
  const at = '2026-02-01T00:00:00.000Z'
  show(() => [
    similarOf({ externalId: 'P-1', chargeback: { reason: 'Fraud', at }, label: { isFraud: true, at } }),
    similarOf({ externalId: 'P-2', chargeback: { reason: null, at } }),
    similarOf({ externalId: 'P-3', via: 'Timeout', label: { isFraud: false, at } }),
  ])
  const first = await entry('P-1')
  expect(first.getByText(/Chargeback later:/).textContent).toBe('Chargeback later: Fraud')
  expect(first.getByText('Labelled fraud later')).toBeTruthy()
  expect((await entry('P-2')).getByText('Chargeback later')).toBeTruthy()
  const third = await entry('P-3')
  expect(third.getByText('Labelled not fraud later')).toBeTruthy()
  expect(third.getByText(/By the time-out/)).toBeTruthy()
  expect(third.queryByText(/Stolen card/)).toBeNull()
})

it('says when there is none', async () => {
  show(() => [])
  expect(await screen.findByText('No similar case has been decided yet.')).toBeTruthy()
})

it('says that the case was not found', async () => {
  show(() => {
    throw new ORPCError('NOT_FOUND', { status: 404 })
  })
  await screen.findByRole('heading', { name: 'Similar decided cases' })
  expect(await screen.findByText(/not found|does not exist|exist/i)).toBeTruthy()
})

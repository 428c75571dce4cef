// @vitest-environment jsdom
import type { EventDetail } from '@assay/risk-service/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLastEnvironment } from '../../../../platform/environments/last-environment.ts'
import { environmentId, stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { eventOf } from '../../testing/case-fixture.ts'
import { ReportCards } from './report-cards.tsx'

beforeEach(() => {
  stubLayout()
  storeLastEnvironment('tenant', environmentId)
  stubConsoleApi({})
})
afterEach(cleanup)

const report = (id: string, kind: string, at: string, more: object = {}) => ({
  id,
  kind,
  at,
  receivedAt: at,
  type: null,
  status: null,
  reason: null,
  amount: null,
  currency: null,
  observation: null,
  review: false,
  reference: null,
  bank: null,
  ...more,
})
const bankOf = (more: object) => ({
  processor: null,
  responseCode: null,
  cvv: null,
  avs: null,
  cav: null,
  mrn: null,
  mid: null,
  merchantPaymentInstrumentId: null,
  threeDS: { transStatus: null, eci: null, challenge: null, exemption: null },
  ...more,
})
const label = (key: string, at: string, more: object = {}) => ({
  key,
  at,
  receivedAt: at,
  isFraud: true,
  state: null,
  source: 'Chargeback',
  reasonCodes: null,
  processor: null,
  effectiveFrom: null,
  effectiveUntil: null,
  ...more,
})
const render = (more: object) =>
  renderFailingPage(
    createElement(ReportCards, { detail: { ...eventOf('P-1'), ...more } as unknown as EventDetail }),
    '/',
  )
/** Names of the columns, and the texts of the rows without their time. */
const tableOf = async (name: string) => {
  const table = await screen.findByRole('table', { name })
  const [head, ...rows] = within(table).getAllByRole('row')
  if (head === undefined) throw new Error('The table has no head.')
  return {
    columns: within(head)
      .getAllByRole('columnheader')
      .map(cell => cell.textContent),
    rows: rows.map(row =>
      within(row)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ),
  }
}

it('events of the bank have their answer in words, newest first, without columns that say nothing', async () => {
  render({
    dataEvents: [
      report('1', 'bankEvent', '2026-11-20T08:00:00Z', {
        type: 'Auth',
        status: 'Approved',
        bank: bankOf({
          cvv: 'Y',
          processor: 'Adyen',
          threeDS: { transStatus: 'Y', eci: '05', challenge: null, exemption: null },
        }),
      }),
      report('2', 'bankEvent', '2026-11-20T09:00:00Z', {
        type: 'Charge',
        status: 'Declined',
        bank: bankOf({ cvv: 'N', avs: 'A', responseCode: '51' }),
      }),
      report('3', 'bankEvent', '2026-11-20T07:00:00Z', { type: 'Auth', status: 'Odd', bank: bankOf({ cvv: 'M' }) }),
    ],
  })
  expect(await tableOf('Bank events')).toEqual({
    columns: ['Time', 'Type', 'Status', 'Response code', 'Processor', 'CVV', 'AVS', '3-D Secure'],
    rows: [
      ['Charge', 'declined', '51', '–', 'No match', 'Not checked', ''],
      ['Auth', 'approved', '–', 'Adyen', 'Match', '', 'PassedECI 05'],
      ['Auth', 'unknown', '–', '–', 'M', '', ''],
    ],
  })
  expect(screen.queryByRole('table', { name: 'Refunds' })).toBeNull()
})

it('chargebacks name their id and reason, and statuses who sent them', async () => {
  render({
    dataEvents: [
      report('1', 'chargeback', '2026-11-20T08:00:00Z', { reference: 'cb-1', status: 'Inquiry', reason: '10.4' }),
      report('2', 'status', '2026-11-20T08:00:00Z', { type: 'Approved', review: true }),
      report('3', 'status', '2026-11-20T07:00:00Z', { type: 'Pending', reason: 'Other' }),
    ],
  })
  expect(await tableOf('Chargebacks')).toEqual({
    columns: ['Time', 'ID', 'Reason', 'Status'],
    rows: [['cb-1', '10.4', 'inquiry']],
  })
  expect(await tableOf('Statuses')).toEqual({
    columns: ['Time', 'Type', 'Reason', 'Source'],
    rows: [
      ['approved', '–', 'Review'],
      ['pending', 'Other', 'Merchant'],
    ],
  })
})

it('labels say what they mean and from when until when, and the latest is marked', async () => {
  render({
    labels: [
      label('old', '2026-11-01T08:00:00Z', { isFraud: null, state: 'Inquiry' }),
      label('new', '2026-11-20T08:00:00Z', { isFraud: false, effectiveUntil: '2026-12-24T12:00:00Z' }),
    ],
  })
  expect(await tableOf('Labels')).toEqual({
    columns: ['Time', 'Label', 'Source', 'State', 'In effect'],
    rows: [
      ['Not fraud', 'Chargeback', '–', '… to Dec 24, 2026'],
      ['', 'Chargeback', 'Inquiry', '–'],
    ],
  })
  const [latest] = screen.getAllByRole('rowheader')
  expect(latest?.textContent).toContain('Latest')
  expect(screen.getAllByText('Latest')).toHaveLength(1)
})

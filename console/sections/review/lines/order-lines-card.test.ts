// @vitest-environment jsdom
import type { EventDetail } from '@assay/risk-service/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { eventOf } from '../testing/case-fixture.ts'
import { OrderLinesCard } from './order-lines-card.tsx'

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')
function show(productList: object[], row: object = {}) {
  stubConsoleApi({})
  const event = eventOf('P-1')
  const detail = {
    ...event,
    row: { ...event.row, currency: 'EUR', amount: 10_000, amountUsd: 11_000, ...row },
    view: { productList, totalAmount: 100 },
  } as unknown as EventDetail
  renderFailingPage(createElement(OrderLinesCard, { detail }))
}
const cells = () =>
  within(screen.getAllByRole('row')[1] as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => plain(textContent))
const product = { productName: 'Plan', sku: 'S-1', market: 'DE', salesPrice: 50, cogs: 30.5, quantity: 2 }

it('shows stock number, market, margin and what marks a line, where they were sent', () => {
  show([{ ...product, isRecurring: true, isFree: false }])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Product',
    'SKU',
    'Category',
    'Market',
    'Quantity',
    'Unit price',
    'Amount',
    'Unit margin',
  ])
  expect(screen.getByRole('rowheader').textContent).toBe('PlanRecurring')
  expect(cells()).toEqual(['S-1', '–', 'DE', '2', 'EUR 50.00', 'EUR 100.00', 'EUR 19.50'])
})

it('has no columns that no line has a value for', () => {
  show([{ productName: 'Plan', purchasePrice: 50, cogs: 10 }])
  const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  for (const name of ['SKU', 'Market', 'Unit margin']) expect(names).not.toContain(name)
})

it('converts every amount to US dollars by the rate of the event, and back', () => {
  show([product])
  fireEvent.click(screen.getByRole('radio', { name: 'USD' }))
  expect(cells().slice(-3)).toEqual(['USD 55.00', 'USD 110.00', 'USD 21.45'])
  expect(plain(screen.getByText('Total amount').closest('[data-slot=key-value]')?.textContent)).toContain('USD 110.00')
  fireEvent.click(screen.getByRole('radio', { name: 'EUR' }))
  expect(cells().at(-1)).toBe('EUR 19.50')
})

it('offers no US dollars where no rate is stored, nor for an order in US dollars', () => {
  show([product], { amountUsd: null })
  expect(screen.queryByRole('radio', { name: 'USD' })).toBeNull()
})

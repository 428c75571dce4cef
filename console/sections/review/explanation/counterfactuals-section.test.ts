// @vitest-environment jsdom
import type { Counterfactuals, EventDetail } from '@assay/risk-service/contract'
import { screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { CounterfactualsSection } from './counterfactuals-section.tsx'

it('what would change a decision is named with the value of now and the decision that it leads to', async () => {
  const found: Counterfactuals = {
    state: 'ready',
    rule: 'Large',
    clause: 'clause1',
    changedSince: false,
    counterfactuals: [
      {
        decision: 'Approve',
        rule: null,
        clause: null,
        changes: [{ kind: 'attribute', name: 'totalAmount', window: null, now: 184.37, to: 100, how: 'value' }],
        distance: 0.46,
        today: false,
      },
    ],
  }
  const calls = stubConsoleApi({ 'events.counterfactuals': () => found })
  const row = { environmentId, eventType: 'purchase', externalId: 'order-1' } as EventDetail['row']
  renderPage(createElement(CounterfactualsSection, { row }))
  const section = within(await screen.findByRole('region', { name: 'What would change this decision' }))
  const item = await section.findByRole('listitem')
  expect(within(item).getByText('Approve')).toBeTruthy()
  expect(item.textContent).toMatch(/totalAmount.*100.*currently 184\.37/)
  expect(calls).toEqual([
    { procedure: 'events.counterfactuals', input: { environmentId, eventType: 'purchase', id: 'order-1' } },
  ])
})

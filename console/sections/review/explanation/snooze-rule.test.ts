// @vitest-environment jsdom
import type { EventDetail } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { chooseOption, fillField } from '../../../platform/testing/user-input.ts'
import { SnoozeRule } from './snooze-rule.tsx'
import { SnoozedSection } from './snoozed-section.tsx'

const rule = { ruleId: '0198a000-0000-7000-8000-0000000000aa', rule: 'Large order' }
const entity = (type: 'user' | 'ip' | 'payment', display: string) => ({
  type,
  value: display,
  display,
  events: 1,
  firstSeen: '2025-01-02T10:00:00.000Z',
})
const detail = {
  row: { environmentId, eventType: 'purchase', externalId: 'P-1' } as EventDetail['row'],
  // Of two values of a kind none can be chosen.
  entities: [entity('user', 'u-1'), entity('ip', '203.0.113.7'), entity('payment', 'pi-1'), entity('payment', 'pi-2')],
}

it('a rule is snoozed for a value of the event, for a time and with a comment', async () => {
  const calls = stubConsoleApi({ 'ruleSnoozes.create': () => ({}) })
  renderPage(createElement(SnoozeRule, { detail, rule }))
  fireEvent.click(await screen.findByRole('button', { name: 'Snooze Large order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze Large order' }))
  await chooseOption(dialog.getByRole('combobox', { name: 'Value' }), 'IP address: 203.0.113.7')
  await chooseOption(dialog.getByRole('combobox', { name: 'Period' }), '7 days')
  fireEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  await dialog.findByText('Say why the rule is snoozed.')
  expect(calls).toEqual([])
  fillField(dialog.getByRole('textbox', { name: /Comment/ }), 'Office network')
  fireEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  await waitFor(() => expect(calls.map(({ procedure }) => procedure)).toContain('ruleSnoozes.create'))
  expect(calls[0]?.input).toEqual({
    environmentId,
    eventType: 'purchase',
    id: 'P-1',
    ruleId: rule.ruleId,
    type: 'ip',
    hours: 168,
    comment: 'Office network',
  })
})

it('a rule that is snoozed for the value already stays in the dialog, and says so', async () => {
  stubConsoleApi({
    'ruleSnoozes.create': () => {
      throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'snooze.exists' } })
    },
  })
  renderPage(createElement(SnoozeRule, { detail, rule }))
  fireEvent.click(await screen.findByRole('button', { name: 'Snooze Large order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze Large order' }))
  fillField(dialog.getByRole('textbox', { name: /Comment/ }), 'Known')
  fireEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  await dialog.findByText('This rule is already snoozed for this value.')
})

it('an event says which rule was snoozed and for which value', async () => {
  stubConsoleApi({})
  const explanation = {
    rules: [{ ...rule, selected: false }],
    snoozed: [{ ruleId: rule.ruleId, type: 'user', value: 'u-1', until: '2025-01-09T10:00:00.000Z' }],
  } as unknown as EventDetail['explanation']
  renderPage(createElement(SnoozedSection, { explanation }))
  const section = await screen.findByRole('region', { name: 'Snoozed rules' })
  expect(section.textContent).toMatch(/Large order.*u-1, until/)
})

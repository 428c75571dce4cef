// @vitest-environment jsdom
import type { RuleSnooze } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { SnoozesDialog } from './snoozes-dialog.tsx'

const snooze: RuleSnooze = {
  id: '0198a000-0000-7000-8000-0000000000b1',
  ruleId: '0198a000-0000-7000-8000-0000000000aa',
  rule: 'Large order',
  eventType: 'purchase',
  type: 'user',
  value: 'u-1',
  until: '2025-01-09T10:00:00.000Z',
  comment: 'Known customer',
  createdBy: 'Finn',
  createdAt: '2025-01-02T10:00:00.000Z',
}

it('snoozed rules are listed with their value, end and comment, and can be ended', async () => {
  let rows = [snooze]
  const calls = stubConsoleApi({
    'ruleSnoozes.list': () => rows,
    'ruleSnoozes.remove': () => {
      rows = []
      return undefined
    },
  })
  renderPage(createElement(SnoozesDialog, { environmentId, write: true, onClose: () => undefined }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Snoozed rules' }))
  expect((await dialog.findByRole('listitem')).textContent).toMatch(/Large order.*u-1, until.*Finn · Known customer/)
  fireEvent.click(dialog.getByRole('button', { name: 'End' }))
  await dialog.findByText('No rule is snoozed.')
  await waitFor(() =>
    expect(calls.find(({ procedure }) => procedure === 'ruleSnoozes.remove')?.input).toEqual({
      environmentId,
      snoozeId: snooze.id,
    }),
  )
})

it('who only reads rules cannot end them', async () => {
  stubConsoleApi({ 'ruleSnoozes.list': () => [snooze] })
  renderPage(createElement(SnoozesDialog, { environmentId, write: false, onClose: () => undefined }))
  await screen.findByText('Large order')
  expect(screen.queryByRole('button', { name: 'End' })).toBeNull()
})

// @vitest-environment jsdom
import type { RuleSettings } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { SettingsPanel } from './settings-panel.tsx'

let stored: RuleSettings
/** A change counts only when it saw the others. */
function change(baseVersion: unknown, next: Partial<RuleSettings>): RuleSettings {
  if (baseVersion !== stored.version)
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'version.conflict' } })
  stored = { ...stored, ...next, version: stored.version + 1 }
  return stored
}

beforeEach(() => {
  stored = {
    eventType: 'accountlogin',
    evaluation: 'all',
    payload: { ours: 1 },
    payloadEdited: false,
    version: 1,
    updatedBy: null,
    updatedAt: null,
    chain: [],
  }
  stubConsoleApi({
    'rules.settings': () => stored,
    'rules.saveEvaluation': ({ baseVersion, evaluation }) =>
      change(baseVersion, { evaluation: evaluation as RuleSettings['evaluation'] }),
    'rules.revertPayload': ({ baseVersion }) => change(baseVersion, { payload: { ours: 1 }, payloadEdited: false }),
  })
})

it('settings of rules that somebody else saved meanwhile are shown beside what was chosen, and take its place on request', async () => {
  renderPage(createElement(SettingsPanel, { eventType: 'accountlogin', name: 'Account login', onClose: vi.fn() }))
  const first = await screen.findByRole('radio', { name: /^Run the first/ })
  fireEvent.click(first)
  stored = { ...stored, payload: { theirs: 1 }, payloadEdited: true, version: 2 }
  await pressButton('Save settings')
  await screen.findByRole('dialog', { name: 'Someone else saved changes' })
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Rule evaluation',
    'Payload settings',
  ])
  await pressButton('Use theirs')
  await screen.findByText(/"theirs"/)
  await waitFor(() => expect(first.getAttribute('aria-checked')).toBe('false'))
  // From here on it is their version that a change begins with.
  await pressButton('Revert sample')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Revert sample' }).disabled).toBe(true),
  )
  expect(stored).toMatchObject({ evaluation: 'all', payload: { ours: 1 }, version: 3 })
})

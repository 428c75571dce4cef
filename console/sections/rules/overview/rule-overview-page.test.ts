// @vitest-environment jsdom
import type { RuleOverview, RuleSettings } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { replaceCode } from '../../../platform/testing/code-input.ts'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
// What the page fetches when a panel is opened.
import '../settings/settings-panel.tsx'
import { Component as RuleOverviewPage } from './rule-overview-page.tsx'

const usage = { used: 1, limit: 10 }
const row: RuleOverview = {
  eventType: 'accountcreation',
  assessmentId: 'accountcreation',
  name: 'Account creation',
  kind: 'builtIn',
  sections: ['prior'],
  actions: false,
  evaluation: 'all',
  active: 1,
  inactive: 0,
  myDrafts: 0,
  activeActions: 0,
  branches: usage,
  rules: usage,
  functions: usage,
  experiment: null,
  payloadEdited: false,
  settingsUpdatedAt: null,
  inherited: 0,
  publishedBy: null,
  publishedAt: null,
  warnings: [],
} as unknown as RuleOverview
const settings: RuleSettings = {
  eventType: 'accountcreation',
  evaluation: 'all',
  payload: { user: { userId: '1' } },
  payloadEdited: false,
  version: 1,
  updatedBy: null,
  updatedAt: null,
  chain: [],
}

beforeEach(() => {
  stubConsoleApi({ 'rules.overview': () => [row], 'rules.settings': () => settings })
})

async function openSettings() {
  renderPage(createElement(RuleOverviewPage))
  expect(await screen.findByRole('heading', { level: 1, name: 'Rules configuration' })).toBeTruthy()
  await pressButton('Rule settings: Account creation')
  const panel = within(await screen.findByRole('complementary', { name: 'Rule settings: Account creation' }))
  await panel.findByRole('textbox', { name: 'Payload settings' })
  return panel
}

it('a panel of the table of all assessments refuses what is no JSON, and asks before it is lost', async () => {
  const panel = await openSettings()
  await replaceCode('Payload settings', '{\n"user": ,')
  expect(await panel.findByText('Line 2: not valid JSON.')).toBeTruthy()
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Save settings' }).disabled).toBe(true)
  fireEvent.click(panel.getByRole('button', { name: 'Close panel' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

it('a notification leaves the buttons of the panel of settings free', async () => {
  const panel = await openSettings()
  expect(panel.getByRole('button', { name: 'Save settings' }).closest('[data-page-foot]')).toBeTruthy()
})

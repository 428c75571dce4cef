// @vitest-environment jsdom
import type { Rule } from '@assay/risk-service/contract'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { pressButton } from '../../platform/testing/user-input.ts'
import { RuleEditorPage } from './editor/rule-editor-page.tsx'
import { bodyOf, draftRule, idOf, publishedRule, rejection, rulePage } from './testing/rules.ts'

const first = bodyOf('Looked at twice', 'RETURN Review("First look")')
const second = bodyOf('Looked at twice', 'RETURN Reject("Second look")')
const versionOf = (version: number) => ({
  version,
  name: first.name,
  status: 'active',
  publishedBy: 'engineer@example.com',
  publishedAt: '2026-01-01T00:00:00Z',
})

let rule: Rule
let calls: RecordedCall[]
beforeEach(() => {
  rule = publishedRule(second)
  calls = stubConsoleApi({
    'rules.get': () => rule,
    'rules.list': () => [],
    'rules.evaluate': () => rejection,
    'rules.vocabulary': () => ({ attributes: [] }),
    'rules.settings': () => ({ payload: {} }),
    'rules.history': () => ({ versions: [versionOf(2), versionOf(1)], next: null }),
    'rules.version': ({ version }) => ({ ...versionOf(Number(version)), body: version === 1 ? first : second }),
    'rules.restore': ({ version }) => {
      const { draft } = draftRule(version === 1 ? first : second)
      rule = { ...rule, draft }
      return rule
    },
  })
})

const renderHistory = () =>
  renderPage(rulePage(createElement(RuleEditorPage, { ruleId: idOf(11) })), `${pageAddress}&view=history`)
const findDialog = async () => within(await screen.findByRole('dialog'))
const restored = () => calls.filter(({ procedure }) => procedure === 'rules.restore').map(({ input }) => input)

it('an old version of a rule becomes a draft, and replaces a draft only when that is confirmed', async () => {
  renderHistory()
  const versions = within(await screen.findByRole('navigation', { name: 'Versions' }))
  fireEvent.click(await versions.findByRole('button', { name: /Version 1/ }))
  await pressButton('Restore as draft')
  const dialog = await findDialog()
  expect(dialog.queryByText(/You have a draft of this rule/)).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Restore as draft' }))
  expect(await screen.findByText('Version 1 is now your draft.')).toBeTruthy()
  expect((await screen.findByRole('textbox', { name: 'Code of clause1' })).textContent).toContain('First look')
  cleanup()

  renderHistory()
  await pressButton('Restore as draft')
  const again = await findDialog()
  expect(again.getByText(/You have a draft of this rule/)).toBeTruthy()
  fireEvent.click(again.getByRole('button', { name: 'Replace my draft' }))
  expect(await screen.findByText('Version 2 is now your draft.')).toBeTruthy()
  expect((await screen.findByRole('textbox', { name: 'Code of clause1' })).textContent).toContain('Second look')
  expect(restored()).toEqual([
    { environmentId, ruleId: idOf(11), version: 1, overwrite: false },
    { environmentId, ruleId: idOf(11), version: 2, overwrite: true },
  ])
})

// @vitest-environment jsdom
import type { BranchList, RuleSettings } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { chooseMenuItem, chooseOption, fillField, pressButton } from '../../platform/testing/user-input.ts'
import { productionBranch, rulePage, summaryOf } from './testing/rules.ts'
// What the page fetches when it is opened.
import './settings/settings-panel.tsx'
import { RuleListPage } from './list/rule-list-page.tsx'

const branches: BranchList = { branches: [productionBranch], canKeepProduction: false }
const settings: RuleSettings = {
  eventType: 'purchase',
  evaluation: 'all',
  payload: {},
  payloadEdited: false,
  version: 1,
  updatedBy: null,
  updatedAt: null,
  chain: [],
}

let calls: RecordedCall[]
beforeEach(() => {
  let rules = [summaryOf(11, 'Card testing'), summaryOf(12, 'Velocity'), summaryOf(13, 'Night')]
  calls = stubConsoleApi({
    'rules.list': ({ branch }) => {
      if (branch !== 'production') throw new ORPCError('NOT_FOUND')
      return rules
    },
    'branches.list': () => branches,
    'rules.settings': () => settings,
    'rules.reorder': ({ ruleIds }) => {
      rules = (ruleIds as string[]).flatMap(id => rules.find(rule => rule.id === id) ?? [])
      return {}
    },
    'rules.rename': ({ ruleId, name }) => {
      rules = rules.map(rule => (rule.id === ruleId ? { ...rule, name: String(name) } : rule))
      return {}
    },
  })
})

const renderRules = (address = pageAddress) => renderPage(rulePage(createElement(RuleListPage)), address)
const shownNames = () =>
  within(screen.getByRole('table', { name: /^Published/ }))
    .getAllByRole('rowheader')
    .map(header => within(header).getByRole('link').textContent)

it('a branch that is gone is named in the picker, from where production is one choice away', async () => {
  renderRules(`${pageAddress}&branch=gone_since_then`)
  expect(await screen.findByText('Not found in this environment')).toBeTruthy()
  const picker = await screen.findByRole('combobox', { name: 'Branch' })
  expect(picker.textContent).toContain('gone_since_then')
  await chooseOption(picker, 'Production')
  expect(await screen.findByRole('link', { name: 'Card testing' })).toBeTruthy()
})

it('a rule goes to another place by keys, and its order is saved, kept by the search and not lost unasked', async () => {
  renderRules()
  const handle = await screen.findByRole('button', { name: 'Move Night' })
  handle.focus()
  fireEvent.keyDown(handle, { key: 'Home' })
  expect(await screen.findByText('Unsaved order')).toBeTruthy()
  expect(shownNames()).toEqual(['Night', 'Card testing', 'Velocity'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Night' }))

  const search = screen.getByRole('searchbox')
  fillField(search, 'Night')
  await waitFor(() => expect(shownNames()).toEqual(['Night']))
  fillField(search, '')
  await waitFor(() => expect(shownNames()).toEqual(['Night', 'Card testing', 'Velocity']))

  fireEvent.click(screen.getByRole('link', { name: 'Night' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByText('Unsaved order')).toBeTruthy()
  await pressButton('Save order')
  expect(await screen.findByText('Rule order saved.')).toBeTruthy()
  expect(calls.find(({ procedure }) => procedure === 'rules.reorder')?.input).toMatchObject({
    environmentId,
    eventType: 'purchase',
    branch: 'production',
    type: 'decision',
    ruleIds: [summaryOf(13, '').id, summaryOf(11, '').id, summaryOf(12, '').id],
    before: [summaryOf(11, '').id, summaryOf(12, '').id, summaryOf(13, '').id],
  })
  await waitFor(() => expect(screen.queryByText('Unsaved order')).toBeNull())
  expect(shownNames()).toEqual(['Night', 'Card testing', 'Velocity'])
})

it('a rule is renamed in the list, and has its details open in its place', async () => {
  renderRules()
  await chooseMenuItem('Actions for Night', 'Rename')
  const dialog = within(await screen.findByRole('dialog'))
  fillField(dialog.getByRole('textbox', { name: 'Name' }), 'Late')
  await pressButton('Rename')
  expect(await screen.findByText('Rule renamed to Late.')).toBeTruthy()
  await pressButton('Details of Late')
  expect(screen.getByRole('button', { name: 'Details of Late' }).getAttribute('aria-expanded')).toBe('true')
})

it('who may only read sees the rules and their settings without the commands', async () => {
  renderPage(withReadAccess(rulePage(createElement(RuleListPage))), `${pageAddress}&translate=rules`)
  expect(await screen.findByRole('link', { name: 'Card testing' })).toBeTruthy()
  expect(screen.getByText('You can view these rules but not change them')).toBeTruthy()
  for (const name of ['New rule', 'Translate rules', /^Move /, /^Actions for /])
    expect(screen.queryByRole('button', { name })).toBeNull()
  await pressButton('Rule settings')
  const choice = await screen.findByRole<HTMLButtonElement>('radio', { name: /^Run the first/ })
  expect(choice.disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull()
})

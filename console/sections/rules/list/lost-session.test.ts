// @vitest-environment jsdom
import type { BranchList, RuleSettings, RuleSummary, Template, TemplateCheck } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { type RecordedCall, stubConsoleApi, unanswered } from '../../../platform/testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage, waitForCall } from '../../../platform/testing/lost-session.ts'
import { chooseMenuItem, chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { builtInAssessmentScopes, RuleScopeProvider } from '../rule-scope.tsx'
import { idOf, productionBranch, summaryOf } from '../testing/rules.ts'
// What the page fetches when it is opened.
import '../../../platform/templates/create-template-dialog.tsx'
import '../settings/settings-panel.tsx'
import './rule-from-template-dialog.tsx'
import { RuleListPage } from './rule-list-page.tsx'

const summary = (number: number, name: string): RuleSummary => ({
  ...summaryOf(number, name),
  eventType: 'accountlogin',
})
const branches: BranchList = { branches: [productionBranch], canKeepProduction: false }
const settings: RuleSettings = {
  eventType: 'accountlogin',
  evaluation: 'all',
  payload: {},
  payloadEdited: false,
  version: 1,
  updatedBy: null,
  updatedAt: null,
  chain: [],
}
const template = { id: idOf(30), name: 'Season', description: 'For the season', inherited: false } as Template
const check: TemplateCheck = {
  name: 'Season',
  description: 'For the season',
  source: 'Night',
  contents: [],
  problems: [],
  blocked: false,
}

let calls: RecordedCall[]
beforeEach(() => {
  calls = stubConsoleApi({
    'rules.list': () => [summary(11, 'Night'), summary(12, 'Day')],
    'branches.list': () => branches,
    'rules.settings': () => settings,
    'ruleTemplates.compose': () => ({ source: '', contents: [] }),
    'ruleTemplates.list': () => ({ templates: [template], limit: 10, used: 1 }),
    'ruleTemplates.check': () => check,
    'rules.rename': unanswered,
    'branches.create': unanswered,
    'rules.saveEvaluation': unanswered,
    'ruleTemplates.create': unanswered,
    'ruleTemplates.use': unanswered,
  })
})

const renderRules = () =>
  renderPage(
    createElement(RuleScopeProvider, {
      assessment: builtInAssessmentScopes.accountlogin,
      children: createElement(RuleListPage),
    }),
  )
const findDialog = async () => within(await screen.findByRole('dialog'))
const findField = async (name: string) => (await findDialog()).findByRole<HTMLInputElement>('textbox', { name })

it('the dialog for another name of a rule is open again after a lost session, with what was typed', async () => {
  const { loseSession } = renderRules()
  await chooseMenuItem('Actions for Day', 'Rename')
  fillField(await findField('Name'), 'Half a na')
  await pressButton('Rename')
  await waitForCall(calls, 'rules.rename')
  loseSession()
  expect((await findField('Name')).value).toBe('Half a na')
  expect((await findDialog()).getByRole('heading', { name: /Day/ })).toBeTruthy()
  expect(readRecoveryKeys()).toEqual([])
})

it('the dialog of a new branch is open again after a lost session, with its names and the rules that were chosen', async () => {
  const { loseSession } = renderRules()
  await chooseMenuItem('Branch actions', 'Create a new branch')
  fillField(await findField('Name'), 'Unfinished branch')
  fireEvent.click((await findDialog()).getByRole('checkbox', { name: 'Night' }))
  await pressButton('Create branch')
  await waitForCall(calls, 'branches.create')
  loseSession()
  expect((await findField('Name')).value).toBe('Unfinished branch')
  expect((await findField('API name')).value).toBe('unfinished_branch')
  const dialog = await findDialog()
  expect(dialog.getByRole('checkbox', { name: 'Night' }).getAttribute('aria-checked')).toBe('false')
  expect(dialog.getByRole('checkbox', { name: 'Day' }).getAttribute('aria-checked')).toBe('true')
  expect(readRecoveryKeys()).toEqual([])
})

it('the settings of the rules are open again after a lost session, with the way of evaluation that was chosen', async () => {
  const { loseSession } = renderRules()
  await pressButton('Rule settings')
  fireEvent.click(await screen.findByRole('radio', { name: /^Run the first/ }))
  await pressButton('Save settings')
  await waitForCall(calls, 'rules.saveEvaluation')
  loseSession()
  const chosen = await screen.findByRole('radio', { name: /^Run the first/ })
  await waitFor(() => expect(chosen.getAttribute('aria-checked')).toBe('true'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save settings' }).disabled).toBe(false)
  expect(readRecoveryKeys()).toEqual([])
})

it('the template of a rule is open again after a lost session, with its name and description', async () => {
  const { loseSession } = renderRules()
  await chooseMenuItem('Actions for Day', 'Create template')
  fillField(await findField('Name'), 'Kept')
  fillField(await findField('Description'), 'For the season')
  await pressButton('Add template')
  await waitForCall(calls, 'ruleTemplates.create')
  loseSession()
  const name = await findField('Name')
  await waitFor(() => expect(name.value).toBe('Kept'))
  expect((await findField('Description')).value).toBe('For the season')
  expect((await findDialog()).getByRole('heading', { name: /Day/ })).toBeTruthy()
  expect(readRecoveryKeys()).toEqual([])
})

it('the rule from a template is open again after a lost session, with its template and its name', async () => {
  const { loseSession } = renderRules()
  await pressButton('From template')
  const findPicker = async () => (await findDialog()).findByRole<HTMLInputElement>('combobox')
  const picker = await findPicker()
  await waitFor(() => expect(picker.disabled).toBe(false))
  await chooseOption(picker, 'Season')
  fillField(await findField('Name'), 'Half a ru')
  await pressButton('Create')
  await waitForCall(calls, 'ruleTemplates.use')
  loseSession()
  const name = await findField('Name')
  await waitFor(() => expect(name.value).toBe('Half a ru'))
  expect((await findField('Description')).value).toBe('For the season')
  expect((await findPicker()).value).toBe('Season')
  expect(readRecoveryKeys()).toEqual([])
})

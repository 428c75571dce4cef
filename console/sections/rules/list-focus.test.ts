// @vitest-environment jsdom
import type { Branch } from '@assay/risk-service/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { chooseMenuItem, chooseOption, fillField, pressButton } from '../../platform/testing/user-input.ts'
import { bodyOf, draftRule, idOf, productionBranch, rejection, rulePage, summaryOf } from './testing/rules.ts'
// What the list fetches with the first rule.
import './editor/rule-editor-page.tsx'
import { RuleListOrEditor } from './list/rule-list-or-editor.tsx'

const trial: Branch = { ...productionBranch, apiName: 'trial', name: 'Trial', production: false }
const running: Branch = {
  ...trial,
  experiment: {
    id: 'half',
    branch: 'trial',
    name: 'Half',
    share: 50,
    callExternal: false,
    startedBy: 'engineer@example.com',
    startedAt: '2026-01-01T00:00:00Z',
    endsAt: null,
    stoppedAt: null,
  },
}

let branches: readonly Branch[]
/** An answer after which these are the branches. */
const leaves =
  (...after: readonly Branch[]) =>
  () => {
    branches = after
    return {}
  }

beforeEach(() => {
  branches = [productionBranch, trial]
  stubConsoleApi({
    'rules.list': () => [summaryOf(11, 'Card testing')],
    'rules.create': () => ({ id: idOf(12) }),
    'rules.get': () => draftRule(bodyOf('New rule', 'RETURN Other()')),
    'rules.evaluate': () => rejection,
    'rules.vocabulary': () => ({ attributes: [] }),
    'rules.settings': () => ({ payload: {} }),
    'branches.list': () => ({ branches, canKeepProduction: false }),
    'branches.create': ({ name, apiName }) => {
      const night = { ...trial, name: String(name), apiName: String(apiName) }
      branches = [...branches, night]
      return night
    },
    'branches.promote': leaves(productionBranch),
    'branches.remove': leaves(productionBranch),
    'branches.startExperiment': leaves(productionBranch, running),
    'branches.stopExperiment': leaves(productionBranch, trial),
  })
})

const renderRules = (branch = 'production') =>
  renderPage(rulePage(createElement(RuleListOrEditor)), `${pageAddress}&branch=${branch}`)

/** The dialog is closed, and the field that chooses the branch shows this one and has the focus. */
const waitForPicker = (branch: string) =>
  waitFor(() => {
    const picker = screen.getByRole('combobox', { name: 'Branch' })
    expect(picker.textContent).toBe(branch)
    expect(document.activeElement).toBe(picker)
  })

/** The same of the button whose menu opened the dialog. */
const waitForActions = () =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Branch actions' })))

it('a branch that was created is shown by the field with the focus', async () => {
  renderRules()
  await chooseMenuItem('Branch actions', 'Create a new branch')
  const dialog = within(await screen.findByRole('dialog'))
  fillField(dialog.getByRole('textbox', { name: 'Name' }), 'Night')
  await pressButton('Create branch')
  await waitForPicker('Night')
})

it('a branch that is chosen leaves the focus at the field that chose it', async () => {
  renderRules()
  const picker = await screen.findByRole('combobox', { name: 'Branch' })
  picker.focus()
  await chooseOption(picker, 'Trial')
  await waitForPicker('Trial')
})

it.each(['Promote to production', 'Delete branch'])('after "%s" the focus is at production', async command => {
  renderRules('trial')
  await chooseMenuItem('Branch actions', command)
  await pressButton(command)
  await waitForPicker('Production')
})

it('an experiment that starts or stops leaves the focus at the menu of its commands', async () => {
  renderRules('trial')
  await chooseMenuItem('Branch actions', 'Run experiment')
  fillField(await screen.findByRole('textbox', { name: 'Name of the experiment' }), 'Half')
  await pressButton('Run experiment')
  expect(await screen.findByText('Experiment Half started.')).toBeTruthy()
  await waitForActions()
  await chooseMenuItem('Branch actions', 'Stop experiment')
  expect(await screen.findByText(/^Experiment Half stopped/)).toBeTruthy()
  await waitForActions()
})

it('a dialog that is cancelled gives the focus back to the menu that opened it', async () => {
  renderRules()
  await chooseMenuItem('Branch actions', 'Create a new branch')
  await screen.findByRole('dialog')
  await pressButton('Cancel')
  await waitForActions()
})

it('a rule that was created has the focus at the title of its editor', async () => {
  renderRules()
  await screen.findByRole('link', { name: 'Card testing' })
  screen.getByRole('button', { name: 'New rule' }).focus()
  await pressButton('New rule')
  const title = await screen.findByRole('heading', { name: 'New rule' })
  await waitFor(() => expect(document.activeElement).toBe(title))
})

it('an editor that the address opens leaves the focus to the browser', async () => {
  renderPage(rulePage(createElement(RuleListOrEditor)), `${pageAddress}&rule=${idOf(12)}`)
  await screen.findByRole('textbox', { name: 'Code of clause1' })
  expect(document.activeElement).toBe(document.body)
})

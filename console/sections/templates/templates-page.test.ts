// @vitest-environment jsdom
import type { Template } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage, waitForCall } from '../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { stubTableLayout } from '../../platform/testing/table-rows.ts'
import { chooseMenuItem, fillField, pressButton } from '../../platform/testing/user-input.ts'
// What the page fetches when a dialog is opened.
import '../../platform/templates/create-template-dialog.tsx'
import './create-assessment-dialog.tsx'
import './import-template-dialog.tsx'
import { Component } from './templates-page.tsx'

const createTemplate = (id: number, name: string): Template => ({
  id: `0198a000-0000-7000-8000-00000000002${id}`,
  kind: 'assessment',
  environmentId,
  environment: 'Harbor',
  inherited: false,
  name,
  description: '',
  source: 'Payouts',
  version: 1,
  createdBy: 'engineer@example.com',
  createdAt: '2026-01-01T00:00:00Z',
})
const first = createTemplate(1, 'Night')
const second = createTemplate(2, 'Day')
const contents = { contents: [], problems: [], blocked: false }

let library: Template[]
let libraryRead: Promise<void>
let calls: RecordedCall[]
/** Pending answers of a call, each sent by the test. */
let answers: (() => void)[]
const answerLater = () => new Promise(resolve => answers.push(() => resolve({})))
const create = vi.fn<(input: Record<string, unknown>) => unknown>()

beforeEach(() => {
  stubTableLayout()
  library = [first, second]
  libraryRead = Promise.resolve()
  answers = []
  create.mockReset()
  const list = (templates: Template[]) => ({ templates, used: templates.length, limit: 10 })
  calls = stubConsoleApi({
    'ruleTemplates.list': () => list([]),
    'assessmentTemplates.list': async () => {
      await libraryRead
      return list(library)
    },
    'environmentTemplates.list': () => list([]),
    'assessmentTemplates.sources': () => [{ eventType: 'payout', name: 'Payouts' }],
    'assessmentTemplates.compose': () => contents,
    'assessmentTemplates.check': () => ({
      ...contents,
      friendlyName: 'Payouts',
      apiName: 'Payout',
      problems: [{ severity: 'warning', part: 'assessment', name: 'Payout', code: '', message: '', params: {} }],
    }),
    'assessmentTemplates.get': () => ({ ...first, ...contents }),
    'assessmentTemplates.create': create,
    'assessmentTemplates.describe': ({ templateId, name, description }) => {
      library = [{ ...createTemplate(3, String(name)), id: String(templateId), description: String(description) }]
      return library[0]
    },
    'assessmentTemplates.remove': answerLater,
    'ruleTemplates.add': () => ({}),
  })
})

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const findField = async (dialog: string, name: string) =>
  (await findDialog(dialog)).findByRole<HTMLInputElement>('textbox', { name })
const ofPayouts = 'Template from Payouts'
/** Chooses a command in the menu of a row, which exists while a pointer is over the row. */
async function chooseRowCommand(row: string, command: string): Promise<void> {
  fireEvent.pointerOver(await screen.findByRole('rowheader', { name: row }))
  fireEvent.keyDown(await screen.findByRole('button', { name: `Actions for ${row}` }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: command }))
}
const openDialogOfPayouts = () => chooseMenuItem('Create template', 'From the assessment Payouts')

it('an empty library offers once each how to begin', async () => {
  library = []
  renderPage(createElement(Component))
  await screen.findByText('No templates yet')
  expect(screen.getAllByRole('button', { name: 'Create template' })).toHaveLength(1)
  await pressButton('Import template')
  await screen.findByRole('dialog', { name: 'Import template' })
})

it('the menu of a new template stays open when the library turns out to be empty', async () => {
  library = []
  const read = Promise.withResolvers<void>()
  libraryRead = read.promise
  renderPage(createElement(Component))
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Create template' }), { key: 'Enter' })
  const item = await screen.findByRole('menuitem', { name: 'From the assessment Payouts' })
  read.resolve()
  await screen.findByText('No templates yet')
  expect(item.isConnected).toBe(true)
})

it('a reader opens the library of templates and is offered no command', async () => {
  renderPage(withReadAccess(createElement(Component)))
  await screen.findByRole('rowheader', { name: 'Night' })
  expect(screen.getByText('You have read-only access.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Import template' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create template' })).toBeNull()
})

it('a template whose answer was lost is found again, with the description of the second try', async () => {
  create
    .mockImplementationOnce(() => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    })
    .mockImplementationOnce(() => {
      throw new ORPCError('CONFLICT', { data: { reason: 'templates.exists' } })
    })
  renderPage(createElement(Component))
  await openDialogOfPayouts()
  await pressButton('Add template')
  await waitFor(() => expect(screen.getAllByText('Something went wrong').length).toBeGreaterThan(0))
  fillField(await findField(ofPayouts, 'Description'), 'A second thought')
  await pressButton('Add template')
  const row = await screen.findByRole('row', { name: /Payouts/ })
  await waitFor(() => expect(row.textContent).toContain('A second thought'))
  expect(screen.queryByRole('dialog')).toBeNull()
  const [tried, again] = create.mock.calls.map(([input]) => input['templateId'])
  expect(tried).toBe(again)
  expect(calls.find(({ procedure }) => procedure === 'assessmentTemplates.describe')?.input).toMatchObject({
    templateId: tried,
    description: 'A second thought',
    baseVersion: 1,
  })
})

it('the late answer about a template closes no other dialog', async () => {
  create.mockImplementation(answerLater)
  renderPage(createElement(Component))
  await openDialogOfPayouts()
  await pressButton('Add template')
  await waitForCall(calls, 'assessmentTemplates.create')
  fireEvent.keyDown(await findField(ofPayouts, 'Name'), { key: 'Escape' })
  await pressButton('Import template')
  fillField(await findField('Import template', 'Name'), 'Mine')
  answers[0]?.()
  await screen.findAllByText('Template Payouts added.')
  expect((await findField('Import template', 'Name')).value).toBe('Mine')
})

it('a typed name outlives another file of a template, and a missing file gets the focus', async () => {
  renderPage(createElement(Component))
  await pressButton('Import template')
  await findDialog('Import template')
  await pressButton('Add template')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Choose a file/))
  const chooseFile = (suggested: string) => {
    const header = { format: 'assay.template', version: 1, kind: 'rule', name: suggested, description: suggested }
    const file = new File([JSON.stringify(header)], `${suggested}.json`, { type: 'application/json' })
    const input = document.querySelector('[role="dialog"] input[type="file"]')
    if (input) fireEvent.change(input, { target: { files: [file] } })
  }
  chooseFile('First')
  const name = await findField('Import template', 'Name')
  await waitFor(() => expect(name.value).toBe('First'))
  fillField(name, 'Mine')
  fireEvent.click(await (await findDialog('Import template')).findByRole('button', { name: /Remove/ }))
  chooseFile('Second')
  const description = await findField('Import template', 'Description')
  await waitFor(() => expect(description.value).toBe('Second'))
  expect(name.value).toBe('Mine')
})

it('the late answer about a deleted template leaves the question about another one', async () => {
  renderPage(createElement(Component))
  const remove = (name: string) => chooseRowCommand(name, 'Delete')
  await remove('Night')
  await pressButton('Delete template')
  await waitForCall(calls, 'assessmentTemplates.remove')
  await pressButton('Cancel')
  await remove('Day')
  answers[0]?.()
  await screen.findAllByText('Night deleted.')
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Day')
})

it('a new assessment beside the one that its template was made of needs an API name of its own', async () => {
  renderPage(createElement(Component))
  await chooseRowCommand('Night', 'New assessment from template')
  const dialog = 'New assessment from Night'
  await waitFor(async () => expect((await findField(dialog, 'Friendly name')).value).toBe('Payouts'))
  expect((await findField(dialog, 'API name')).value).toBe('')
  await pressButton('Create')
  await screen.findByText('Enter a name.')
  expect(calls.map(({ procedure }) => procedure)).not.toContain('assessmentTemplates.use')
})

// @vitest-environment jsdom
import type { Template } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../platform/testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage, waitForCall } from '../../platform/testing/lost-session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
// What the page fetches when a dialog is opened.
import './edit-template-dialog.tsx'
import './import-template-dialog.tsx'
import { Component } from './templates-page.tsx'

const template: Template = {
  id: '0198a000-0000-7000-8000-000000000020',
  kind: 'rule',
  environmentId,
  environment: 'Harbor',
  inherited: false,
  name: 'Season',
  description: 'For the season',
  source: 'Night',
  version: 1,
  createdBy: 'engineer@example.com',
  createdAt: '2026-01-01T00:00:00Z',
}
const noTemplates = { templates: [], used: 0, limit: 10 }

let calls: RecordedCall[]
beforeEach(() => {
  calls = stubConsoleApi({
    'ruleTemplates.list': () => ({ templates: [template], used: 1, limit: 10 }),
    'ruleTemplates.get': () => ({ ...template, contents: [] }),
    'assessmentTemplates.list': () => noTemplates,
    'environmentTemplates.list': () => noTemplates,
    'ruleTemplates.describe': unanswered,
    'ruleTemplates.add': unanswered,
  })
})

const findDialog = async () => within(await screen.findByRole('dialog'))
const findField = async (name: string) => (await findDialog()).findByRole<HTMLInputElement>('textbox', { name })

it('the name and description of a template are there again after a lost session', async () => {
  const { loseSession } = renderPage(createElement(Component), `${pageAddress}&template=${template.id}`)
  await pressButton('Edit')
  fillField(await findField('Description'), 'For the whole year')
  await pressButton('Save')
  await waitForCall(calls, 'ruleTemplates.describe')
  loseSession()
  const description = await findField('Description')
  await waitFor(() => expect(description.value).toBe('For the whole year'))
  expect((await findField('Name')).value).toBe('Season')
  expect(readRecoveryKeys()).toEqual([])
})

it('the import of a template is open again after a lost session, and keeps what was typed beside a file chosen anew', async () => {
  const { loseSession } = renderPage(createElement(Component))
  const chooseFile = async () => {
    const header = { format: 'assay.template', version: 1, kind: 'rule', name: 'In the file', description: '' }
    const file = new File([JSON.stringify(header)], 'template.json', { type: 'application/json' })
    await findDialog()
    const input = document.querySelector('[role="dialog"] input[type="file"]')
    if (input) fireEvent.change(input, { target: { files: [file] } })
    await (await findDialog()).findByText('template.json')
  }
  await pressButton('Import template')
  await chooseFile()
  const name = await findField('Name')
  await waitFor(() => expect(name.value).toBe('In the file'))
  fillField(name, 'Half a na')
  await pressButton('Add template')
  await waitForCall(calls, 'ruleTemplates.add')
  loseSession()
  const recovered = await findField('Name')
  await waitFor(() => expect(recovered.value).toBe('Half a na'))
  await chooseFile()
  expect(recovered.value).toBe('Half a na')
  expect(readRecoveryKeys()).toEqual([])
})

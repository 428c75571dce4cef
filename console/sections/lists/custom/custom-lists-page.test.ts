// @vitest-environment jsdom
import type { CustomList } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { pageAddress, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { type RecordedUpload, readForm, stubUpload } from '../testing/upload-stub.ts'
import { Component } from './custom-lists-page.tsx'

const stored = (id: string, name: string, version = 1): CustomList => ({
  id,
  name,
  description: '',
  source: 'csv',
  status: 'active',
  columns: ['Key'],
  rows: 1,
  size: 5,
  version,
  createdAt: '2026-01-01T00:00:00Z',
  updatedBy: 'engineer@example.com',
  updatedAt: '2026-01-01T00:00:00Z',
})
const shared = stored('0198a000-0000-7000-8000-000000000030', 'Shared')
const exists = { status: 409, body: { code: 'lists.exists', details: {} } }

let lists: CustomList[]
let uploads: RecordedUpload[]
const answer = vi.fn<Parameters<typeof stubUpload>[0]>()
beforeEach(() => {
  stubTableLayout()
  answer.mockReset()
  lists = [shared]
  uploads = stubUpload(answer)
  stubConsoleApi({
    'customLists.list': () => ({ rows: lists, next: null }),
    'customLists.get': () => lists[0],
    'customLists.rows': () => ({ columns: ['Key'], rows: [{ row: 2, cells: ['mine'] }], matches: 1 }),
    'customLists.describe': ({ description }) => {
      lists = lists.map(each => ({ ...each, description: String(description) }))
      return lists[0]
    },
  })
})

async function chooseFile(panel: string, name: string, text: string): Promise<void> {
  await screen.findByRole('complementary', { name: panel })
  const input = document.querySelector('input[type="file"]')
  if (input) fireEvent.change(input, { target: { files: [new File([text], name, { type: 'text/csv' })] } })
  await screen.findByText(name)
}
const openNewList = () => renderPage(createElement(Component), `${pageAddress}&do=new`)
const findName = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })

it('a file with many faults is refused after the first hundred, and nothing is sent', async () => {
  openNewList()
  await chooseFile('New list', 'Faulty.csv', ['Key,Name', ...Array.from({ length: 150 }, () => 'a,b,c')].join('\n'))
  await screen.findByText('File rejected: 100 or more errors')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create list' }).disabled).toBe(true)
  await pressButton('Remove Faulty.csv')
  await chooseFile('New list', 'Faultless.csv', 'Key\na\n')
  await waitFor(() => expect(screen.queryByText('File rejected: 100 or more errors')).toBeNull())
  expect(uploads).toEqual([])
})

it('a notification leaves the buttons of the panel of a list free', async () => {
  openNewList()
  const create = await screen.findByRole('button', { name: 'Create list' })
  expect(create.closest('[data-page-foot]')).toBeTruthy()
})

it('a list whose answer was lost is not made twice, and said to be there when its name was changed meanwhile', async () => {
  // The service has it; its answer never arrives.
  answer.mockImplementationOnce(({ form }) => {
    lists = [shared, stored(String(form.get('listId')), 'Lost')]
    return null
  })
  openNewList()
  await chooseFile('New list', 'Lost.csv', 'Key\na\n')
  await waitFor(async () => expect((await findName()).value).toBe('Lost'))
  await pressButton('Create list')
  await screen.findByRole('rowheader', { name: 'Lost' })

  answer.mockReturnValueOnce(exists)
  fillField(await findName(), 'Lost again')
  await pressButton('Create list')
  await screen.findByText('An earlier attempt already created this list. Close this form to see it.')

  answer.mockImplementationOnce(() => ({ status: 201, body: lists[1] }))
  fillField(await findName(), 'Lost')
  await pressButton('Create list')
  await screen.findAllByText('List created.')
  expect(screen.getAllByRole('rowheader', { name: 'Lost' })).toHaveLength(1)
  const ids = uploads.map(({ form }) => form.get('listId'))
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(3)
})

it('what was typed stays when somebody else changed the list meanwhile, and replaces theirs on request', async () => {
  answer.mockImplementationOnce(() => {
    lists = [{ ...shared, version: 2 }]
    return {
      status: 409,
      body: {
        code: 'version.conflict',
        details: { reason: 'version.conflict', changedBy: 'Ana Lindqvist', changedAt: '2026-01-02T00:00:00Z' },
      },
    }
  })
  renderPage(createElement(Component), `${pageAddress}&do=edit&list=${shared.id}`)
  await chooseFile('Edit Shared', 'Mine.csv', 'Key\nmine\n')
  const description = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
  fillField(description, 'My words')
  await pressButton('Save')
  await screen.findByText(/changed this list at/)
  expect(screen.getByText('Mine.csv')).toBeTruthy()
  expect(description.value).toBe('My words')

  answer.mockImplementationOnce(() => {
    lists = [{ ...shared, version: 3 }]
    return { status: 200, body: lists[0] }
  })
  await pressButton('Replace anyway')
  await screen.findAllByText('Shared updated.')
  expect(await Promise.all(uploads.map(({ form }) => readForm(form)))).toEqual([
    { baseVersion: '1', file: 'Key\nmine\n' },
    { baseVersion: '2', file: 'Key\nmine\n' },
  ])
  const panel = within(await screen.findByRole('complementary', { name: 'Shared' }))
  await panel.findByText('My words')
})

// @vitest-environment jsdom
import type { CustomList } from '@assay/risk-service/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage, waitForCall } from '../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { stubTableLayout } from '../../platform/testing/table-rows.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './custom/custom-lists-page.tsx'
// What the page fetches when a list stays in a database.
import './database/database-list-form-panel.tsx'

const list: CustomList = {
  id: '0198a000-0000-7000-8000-000000000030',
  name: 'Stolen',
  description: '',
  source: 'cosmos',
  status: 'active',
  columns: ['customer'],
  rows: 0,
  size: 0,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedBy: 'engineer@example.com',
  updatedAt: '2026-01-01T00:00:00Z',
}

let calls: RecordedCall[]
let letGo: () => void
beforeEach(() => {
  stubTableLayout()
  calls = stubConsoleApi({
    'customLists.list': () => ({ rows: [list], next: null }),
    'databaseLists.rows': () => ({ columns: ['customer'], rows: [{ customer: 'somebody' }] }),
    'databaseLists.test': () =>
      new Promise(resolve => {
        letGo = () => resolve({ containers: ['customers', 'empty'] })
      }),
  })
})

it('what comes of the test of one database is not told of another', async () => {
  renderPage(createElement(Component), `${pageAddress}&do=new&source=cosmos`)
  const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
  fillField(await box('Account'), 'risk')
  fillField(await box('Database name'), 'fraud')
  const secret = (await screen.findByRole('group', { name: 'Connection string' })).querySelector('input')
  if (secret) fillField(secret, 'AccountEndpoint=https://risk.example.com/;AccountKey=YQ==;')
  const test = async () => {
    const before = calls.length
    await pressButton('Test connection')
    await waitFor(() => expect(calls.length).toBeGreaterThan(before))
    await waitForCall(calls, 'databaseLists.test')
  }
  await test()
  fillField(await box('Database name'), 'another')
  letGo()
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Test connection' }).disabled).toBe(false),
  )
  expect(screen.queryByText(/^The connection works/)).toBeNull()
  expect(screen.getByText('Test the connection first.')).toBeTruthy()
  await test()
  letGo()
  await screen.findByText('The connection works: 2 containers.')
})

it('a reader sees the rows of a list in a database and changes nothing', async () => {
  renderPage(withReadAccess(createElement(Component)), `${pageAddress}&list=${list.id}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Stolen' }))
  await panel.findByText('somebody')
  expect(panel.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New list' })).toBeNull()
})

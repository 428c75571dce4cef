// @vitest-environment jsdom
import type { CustomList } from '@assay/risk-service/contract'
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage } from '../../platform/testing/lost-session.ts'
import { fillField } from '../../platform/testing/user-input.ts'
import { PreviewTab } from './custom/preview-tab.tsx'
import { SupportEditPanel } from './support/support-edit-panel.tsx'

beforeEach(() => {
  stubConsoleApi({
    'supportLists.find': () => [],
    'customLists.rows': () => ({ columns: ['phone'], rows: [], matches: 0 }),
  })
})

it('the values of a support list that were chosen to be changed are there again after a lost session', async () => {
  let chosen = ['a@example.com', 'b@example.com']
  const Panel = () =>
    createElement(SupportEditPanel, {
      list: 'email',
      values: chosen,
      onGuard: () => undefined,
      onClose: () => undefined,
      onSaved: () => undefined,
    })
  const { loseSession } = renderPage(createElement(Panel))
  const findValues = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Values' })
  expect((await findValues()).value).toBe('a@example.com\nb@example.com')
  // What was chosen in the table is not in the address.
  chosen = []
  loseSession()
  expect((await findValues()).value).toBe('a@example.com\nb@example.com')
  expect(readRecoveryKeys()).toEqual([])
})

it('what is searched in a list is there again after a lost session', async () => {
  const { loseSession } = renderPage(createElement(PreviewTab, { list: { id: 'list', version: 1 } as CustomList }))
  const findBox = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search all cells' })
  fillField(await findBox(), 'nothing is')
  loseSession()
  expect((await findBox()).value).toBe('nothing is')
  expect(readRecoveryKeys()).toEqual([])
})

// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage } from '../../platform/testing/lost-session.ts'
import { chooseOption, fillField, pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './list/environments-page.tsx'

beforeEach(() => {
  stubConsoleApi({ 'environmentTemplates.list': () => ({ templates: [], used: 0, limit: 10 }) })
})

it('the panel of a new environment is open again after a lost session, with what was typed and chosen', async () => {
  const { loseSession } = renderPage(createElement(Component))
  await pressButton('New environment')
  const findName = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  const findGeography = () => screen.findByRole('combobox', { name: 'Data storage geography' })
  const findSwitch = () => screen.findByRole('switch', { name: /template/ })
  fillField(await findName(), 'Unfinished')
  await chooseOption(await findGeography(), 'Europe')
  fireEvent.click(await findSwitch())
  loseSession()
  const name = await findName()
  await waitFor(() => expect(name.value).toBe('Unfinished'))
  expect((await findGeography()).textContent).toContain('Europe')
  expect((await findSwitch()).getAttribute('aria-checked')).toBe('true')
  expect(readRecoveryKeys()).toEqual([])
})

// @vitest-environment jsdom
import { capabilityIds } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withSession } from '../../../platform/testing/session.ts'
import { chooseMenuItem, chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { environment } from '../testing/environments.ts'
import { Component } from './environments-page.tsx'

const harbor = '0198a000-0000-7000-8000-000000000001'
const check = vi.fn<() => unknown>()
const page = (level: 'read' | 'write') => {
  const capabilities = Object.fromEntries(capabilityIds.map(id => [id, level]))
  const environments = [
    environment(harbor, [], { name: 'harbor', friendlyName: 'Harbor', capabilities }),
    environment('eu', [harbor], { name: 'harbor-eu', friendlyName: 'Harbor EU', capabilities }),
    environment('us', [harbor], { name: 'harbor-us', friendlyName: 'Harbor US', capabilities }),
  ]
  return withSession(createElement(Component), session => ({ ...session, environments }))
}

beforeEach(() => {
  stubLayout()
  sessionStorage.clear()
  check.mockReset()
  stubConsoleApi({
    'environmentTemplates.list': () => ({
      templates: [{ id: '0198a000-0000-7000-8000-000000000020', name: 'Kept', inherited: false }],
      used: 1,
      limit: 10,
    }),
    'environmentTemplates.check': check,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const openChildForm = async () => {
  renderPage(page('write'))
  await chooseMenuItem('Actions for Harbor EU', 'New child environment')
  return within(await screen.findByRole('complementary', { name: 'New environment below Harbor EU' }))
}
const findCreate = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Create' })

it('a template that cannot be looked at says so, is looked at again on request, and holds the new environment back until then', async () => {
  check.mockImplementationOnce(() => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  })
  const panel = await openChildForm()
  fireEvent.click(panel.getByRole('switch', { name: /^Use a template/ }))
  expect((await findCreate()).disabled).toBe(true)
  const picker = await panel.findByRole<HTMLInputElement>('combobox', { name: /^Template/ })
  await waitFor(() => expect(picker.disabled).toBe(false))
  await chooseOption(picker, 'Kept')
  const failure = within(await panel.findByRole('alert'))
  expect((await findCreate()).disabled).toBe(true)
  check.mockReturnValue({ name: 'Kept', description: '', source: 'harbor', contents: [], problems: [], blocked: false })
  fireEvent.click(failure.getByRole('button', { name: 'Try again' }))
  await panel.findByRole('heading', { name: 'Contents' })
  await waitFor(async () => expect((await findCreate()).disabled).toBe(false))
})

it('the name of a new environment says what is wrong with it, below its field', async () => {
  const panel = await openChildForm()
  await pressButton('Create')
  await panel.findByText('Enter a name.')
  const name = panel.getByRole('textbox', { name: 'Name' })
  fillField(name, 'Lockers 1')
  await panel.findByText('Use only letters, digits, underscores and hyphens.')
  fillField(name, 'harbor-us')
  await panel.findByText('This name is already in use.')
})

it('a reader sees the tree of environments and is offered no change', async () => {
  renderPage(page('read'))
  await screen.findByText('You have read-only access.')
  expect(screen.queryByRole('button', { name: 'New environment' })).toBeNull()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Harbor EU' }), { key: 'Enter' })
  const commands = await screen.findAllByRole('menuitem')
  expect(commands.map(({ textContent }) => textContent)).toEqual(['Switch to', 'Details'])
})

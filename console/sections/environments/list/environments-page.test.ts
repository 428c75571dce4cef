// @vitest-environment jsdom
import { capabilityIds, type Session } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../platform/api/client.ts'
import { environmentParameter, useEnvironments } from '../../../platform/environments/environments.tsx'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withSession } from '../../../platform/testing/session.ts'
import { chooseMenuItem, chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { environment } from '../testing/environments.ts'
import { Component } from './environments-page.tsx'

const harbor = '0198a000-0000-7000-8000-000000000001'
const check = vi.fn<() => unknown>()
const remove = vi.fn<() => unknown>()
const page = (level: 'read' | 'write', content = createElement(Component)) => {
  const capabilities = Object.fromEntries(capabilityIds.map(id => [id, level]))
  const environments = [
    environment(harbor, [], { name: 'harbor', friendlyName: 'Harbor', capabilities }),
    environment('eu', [harbor], { name: 'harbor-eu', friendlyName: 'Harbor EU', capabilities }),
    environment('us', [harbor], { name: 'harbor-us', friendlyName: 'Harbor US', capabilities }),
  ]
  return withSession(content, session => ({ ...session, environments }))
}

beforeEach(() => {
  check.mockReset()
  stubConsoleApi({
    'environmentTemplates.list': () => ({
      templates: [{ id: '0198a000-0000-7000-8000-000000000020', name: 'Kept', inherited: false }],
      used: 1,
      limit: 10,
    }),
    'environmentTemplates.check': check,
    'environments.remove': remove,
  })
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

it('a notification leaves the buttons of the panel of an environment free', async () => {
  await openChildForm()
  expect((await findCreate()).closest('[data-page-foot]')).toBeTruthy()
})

it('a reader sees the tree of environments and is offered no change', async () => {
  renderPage(page('read'))
  await screen.findByText('You have read-only access.')
  expect(screen.queryByRole('button', { name: 'New environment' })).toBeNull()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Harbor EU' }), { key: 'Enter' })
  const commands = await screen.findAllByRole('menuitem')
  expect(commands.map(({ textContent }) => textContent)).toEqual(['Switch to', 'Details'])
})

it('the console goes on with the parent of a deleted environment, also when it hears of the deletion before the answer', async () => {
  const answer = Promise.withResolvers<object>()
  remove.mockReturnValue(answer.promise)
  let hearOfDeletion = () => {}
  const Probe = () => {
    const queryClient = useQueryClient()
    hearOfDeletion = () =>
      queryClient.setQueryData(api.session.get.queryKey(), (session: Session | undefined) =>
        session === undefined
          ? session
          : {
              ...session,
              environments: session.environments.map(each =>
                each.id === 'eu' ? { ...each, status: 'SoftDeleting' as const } : each,
              ),
            },
      )
    return createElement('output', { 'aria-label': 'In use' }, useEnvironments().environment?.id ?? 'none')
  }
  const content = createElement(Fragment, null, createElement(Probe), createElement(Component))
  renderPage(page('write', content), `/page?${environmentParameter}=eu`)
  const used = () => screen.getByRole('status', { name: 'In use', hidden: true }).textContent
  await waitFor(() => expect(used()).toBe('eu'))
  await chooseMenuItem('Actions for Harbor EU', 'Delete')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete environment Harbor EU' }))
  fillField(dialog.getByRole('textbox'), 'harbor-eu')
  await pressButton('Delete environment')
  await waitFor(() => expect(remove).toHaveBeenCalledOnce())
  act(() => hearOfDeletion())
  await waitFor(() => expect(used()).toBe('none'))
  answer.resolve({})
  await waitFor(() => expect(used()).toBe(harbor))
})

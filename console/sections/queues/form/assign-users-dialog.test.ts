// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { ana, ben, createGroup, createQueue, reviewers } from '../testing/queue-samples.ts'
import { AssignUsersDialog } from './assign-users-dialog.tsx'

const queue = createQueue(1, { name: 'Night', assignedUsers: [ana] })
let calls: RecordedCall[]
let answerAssign: () => unknown
beforeEach(() => {
  answerAssign = () => queue
  calls = stubConsoleApi({
    'queues.assignUsers': () => answerAssign(),
    'queues.get': () => ({ ...queue, version: 4, assignedUsers: [ben] }),
    'cases.reviewers': () => reviewers,
    'team.groups': () => [createGroup(1, { name: 'Night shift', members: [ana, ben] })],
  })
})
const inputs = () => calls.filter(({ procedure }) => procedure === 'queues.assignUsers').map(({ input }) => input)
async function chooseBen() {
  const field = await screen.findByRole('combobox', { name: 'Assigned users' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.click(await screen.findByRole('option', { name: /^Ben Okafor/ }))
}

it('people are added to those who are assigned', async () => {
  const onClose = vi.fn()
  renderFailingPage(createElement(AssignUsersDialog, { queue, onClose }))
  await chooseBen()
  await pressButton('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(inputs()).toMatchObject([{ baseVersion: 1, assignedUsers: [ana.id, ben.id] }])
})

it('groups are chosen beside people, with the number of their members', async () => {
  renderFailingPage(createElement(AssignUsersDialog, { queue, onClose: () => undefined }))
  const field = await screen.findByRole('combobox', { name: 'Assigned groups' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const option = await screen.findByRole('option', { name: /^Night shift/ })
  expect(option.textContent).toContain('2 members')
  fireEvent.click(option)
  await pressButton('Save')
  await waitFor(() =>
    expect(inputs()).toMatchObject([{ assignedUsers: [ana.id], assignedGroups: [createGroup(1).id] }]),
  )
})

it('a change of somebody else is named before it is replaced', async () => {
  answerAssign = () => {
    throw new ORPCError('CONFLICT', { data: { reason: 'version.conflict' } })
  }
  renderFailingPage(createElement(AssignUsersDialog, { queue, onClose: () => undefined }))
  await screen.findByRole('dialog')
  await pressButton('Save')
  expect(await screen.findByText('Someone else just assigned Ben Okafor. Save again to replace that.')).toBeTruthy()
  answerAssign = () => queue
  await pressButton('Save')
  await waitFor(() => expect(inputs().map(({ baseVersion }) => baseVersion)).toEqual([1, 4]))
})

it('a supervisor of the queue cannot be assigned to it', async () => {
  const supervised = { ...queue, supervisors: [ben] }
  renderFailingPage(createElement(AssignUsersDialog, { queue: supervised, onClose: () => undefined }))
  await chooseBen()
  expect(await screen.findByText(/cannot be both assigned user and supervisor/)).toBeTruthy()
  await pressButton('Save')
  expect(inputs()).toEqual([])
})

// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it, vi } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { freezePicture } from '../query/freeze-picture.ts'
import { userOf } from '../testing/graph-sample.ts'
import { AttachDialog } from './attach-dialog.tsx'

const child = '20000000-0000-4000-8000-0000000000c1'
const caseOf = (externalId: string) => ({
  environmentId: child,
  eventType: 'purchase',
  externalId,
  state: 'Pending',
  queueId: null,
  queueName: 'Gift cards',
})
const edge = (source: string, target: string, count = 1) => ({
  source,
  target,
  kind: 'used' as const,
  firstSeen: '2026-01-05T10:00:00.000Z',
  lastSeen: '2026-01-05T10:00:00.000Z',
  count,
})
const nodes = new Map(['a', 'b', 'c'].map(id => [id, userOf(id)]))
const picture = freezePicture(
  [{ edges: [edge('a', 'b'), edge('b', 'c')] }, { edges: [edge('a', 'b', 7)] }],
  nodes,
  [
    { id: 'a', x: 1, y: 2 },
    { id: 'b', x: 3, y: 4 },
    { id: 'cluster', x: 0, y: 0 },
  ],
  null,
)

function renderDialog(cases = [caseOf('P-1'), caseOf('P-2')], attach: (input: unknown) => unknown = () => ({})) {
  const onClose = vi.fn()
  const calls = stubConsoleApi({ 'graph.attach': attach })
  renderFailingPage(createElement(AttachDialog, { environmentId, cases, picture, onClose }))
  return { calls, onClose }
}

it('a picture is frozen with what is drawn, at its places, with the figures that were read last', () => {
  expect(picture.nodes.map(({ id, x, y }) => ({ id, x, y }))).toEqual([
    { id: 'a', x: 1, y: 2 },
    { id: 'b', x: 3, y: 4 },
  ])
  for (const member of ['more', 'text', 'person']) expect(picture.nodes[0]).not.toHaveProperty(member)
  expect(picture.edges).toEqual([edge('a', 'b', 7)])
})

it('the picture goes with a note to the environment of the case', async () => {
  const { calls, onClose } = renderDialog()
  await screen.findByText('P-1 in Gift cards')
  fillField(await screen.findByRole('textbox', { name: /^Note/ }), 'All of them share one device.')
  await pressButton('Attach')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(calls.map(({ input }) => input)).toEqual([
    {
      environmentId: child,
      eventType: 'purchase',
      eventId: 'P-1',
      noteId: expect.any(String),
      attachmentId: expect.any(String),
      text: 'All of them share one device.',
      graphEnvironmentId: environmentId,
      picture,
    },
  ])
})

it('nothing is sent without a note', async () => {
  const { calls } = renderDialog()
  await screen.findByText('P-1 in Gift cards')
  await pressButton('Attach')
  await waitFor(() => expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull())
  expect(calls).toHaveLength(0)
})

it('a repeated attempt has the ids of the first, so that it makes no second note', async () => {
  let attempts = 0
  const { calls, onClose } = renderDialog(undefined, () => {
    attempts += 1
    if (attempts === 1) throw new ORPCError('INTERNAL_SERVER_ERROR')
    return {}
  })
  await screen.findByText('P-1 in Gift cards')
  fillField(await screen.findByRole('textbox', { name: /^Note/ }), 'Ring')
  await pressButton('Attach')
  await waitFor(() => expect(calls).toHaveLength(1))
  await pressButton('Attach')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(calls[1]?.input).toEqual(calls[0]?.input)
})

it('a picture without a case says how to get one', async () => {
  const { calls } = renderDialog([])
  await screen.findByText(/There is no case in this picture/)
  expect(screen.queryByRole('button', { name: 'Attach' })).toBeNull()
  expect(calls).toHaveLength(0)
})

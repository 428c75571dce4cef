// @vitest-environment jsdom
import type { Dependent, RuleDiagnostic, VelocitySet, VelocitySetSummary } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { replaceCode } from '../../platform/testing/code-input.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { chooseMenuItem, pressButton } from '../../platform/testing/user-input.ts'
// What the page fetches when a set is opened.
import './editor/velocity-set-editor-page.tsx'
import { Component as VelocitiesPage } from './list/velocities-page.tsx'

const setId = '0198a000-0000-7000-8000-000000000011'
const cloneId = '0198a000-0000-7000-8000-000000000012'
const idOfDefault = '0198a000-0000-7000-8000-000000000013'
const velocities = [{ text: 'SELECT Count() AS spending\nFROM Purchase\nGROUPBY @"user.userId"' }]
const body = { name: 'Spending', description: '', condition: '', velocities }
const published: VelocitySet = {
  id: setId,
  environmentId,
  status: 'active',
  system: false,
  version: 1,
  published: body,
  publishedBy: 'engineer@example.com',
  publishedAt: '2026-01-01T00:00:00Z',
  draft: null,
  backfill: null,
}
const draft: VelocitySet = {
  ...published,
  id: cloneId,
  status: 'draft',
  version: 0,
  published: null,
  publishedBy: null,
  publishedAt: null,
  draft: { ...body, name: 'Copy', baseVersion: 0, savedAt: '2026-01-01T00:00:00Z' },
}
const summary: VelocitySetSummary = {
  id: setId,
  environmentId,
  name: 'Spending',
  description: '',
  condition: '',
  status: 'inactive',
  system: false,
  broken: false,
  hasDraft: false,
  velocities: [{ name: 'spending', text: velocities[0]?.text ?? '' }],
  version: 1,
  updatedBy: 'engineer@example.com',
  updatedAt: '2026-01-01T00:00:00Z',
  backfill: null,
}
const unknownEvent: RuleDiagnostic = {
  part: 0,
  clause: null,
  severity: 'error',
  code: 'FQL2001',
  message: 'Nowhere does not exist.',
  params: { n: 'Nowhere' },
  line: 1,
  column: 1,
  from: 0,
  to: 6,
}

const user: Dependent = {
  resource: 'rule',
  id: '0198a000-0000-7000-8000-000000000021',
  name: 'Big spender',
  type: 'decision',
  environmentId,
  environment: 'Harbor',
  eventType: 'purchase',
}

let users: Dependent[]
let checked: () => unknown
let activated: () => unknown
let calls: RecordedCall[]
beforeEach(() => {
  checked = () => ({ problems: [] })
  activated = () => ({})
  calls = stubConsoleApi({
    'velocities.list': () => [summary, { ...summary, id: idOfDefault, name: 'Default', system: true }],
    'velocities.get': ({ setId: id }) => (id === setId ? published : draft),
    'velocities.check': () => checked(),
    'velocities.setStatus': () => activated(),
    'velocities.remove': () => {
      if (users.length > 0) throw new ORPCError('CONFLICT', { data: { reason: 'resource.used', dependents: users } })
      return {}
    },
    'velocities.clone': ({ cloneId: id }) => ({ ...draft, id }),
    'velocities.saveDraft': input => ({
      ...draft,
      draft: { ...(input['body'] as object), baseVersion: 0, savedAt: '' },
    }),
    'velocities.discardDraft': () => ({}),
  })
})

const renderVelocities = (address = pageAddress) => renderPage(createElement(VelocitiesPage), address)
const renderSet = (id = setId) => renderVelocities(`${pageAddress}&set=${id}`)

it('a set with errors that cannot be activated says so, and is activated once they are gone', async () => {
  activated = () => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', { data: { issues: [], problems: [] } })
  }
  renderVelocities()
  await chooseMenuItem('Actions for Spending', 'Activate')
  expect(
    await screen.findByText('The velocity set has errors and cannot be activated. Open it to see them.'),
  ).toBeTruthy()
  activated = () => ({})
  await chooseMenuItem('Actions for Spending', 'Activate')
  expect(await screen.findByText('Spending is active.')).toBeTruthy()
  expect(calls.filter(({ procedure }) => procedure === 'velocities.setStatus').map(({ input }) => input)).toEqual(
    Array(2).fill({ environmentId, setId, status: 'active' }),
  )
})

it('a set in use is not deleted, and its users are named', async () => {
  renderVelocities()
  const remove = async () => {
    await chooseMenuItem('Actions for Spending', 'Delete')
    await pressButton('Delete set')
  }
  users = [user]
  await remove()
  const kept = within(await screen.findByRole('dialog', { name: 'Spending was not deleted' }))
  expect(kept.getByRole('link', { name: 'Big spender' })).toBeTruthy()
  fireEvent.click(kept.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  users = []
  await remove()
  expect(await screen.findByText('Spending deleted.')).toBeTruthy()
})

it('a default set is read in the list and cloned, and nothing else', async () => {
  renderVelocities()
  await pressButton('Details of Default')
  expect(screen.getByText(/SELECT Count\(\) AS spending/)).toBeTruthy()
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for Default' }), { key: 'Enter' })
  expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual(['Clone'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Clone' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Copy' })).toBeTruthy()
  expect(calls).toContainEqual({
    procedure: 'velocities.clone',
    input: { environmentId, setId: idOfDefault, cloneId: expect.any(String) as string },
  })
})

it('a velocity that is made from a template is added to its set, and a draft that is discarded leads back to the list', async () => {
  renderSet(cloneId)
  const rail = within(await screen.findByRole('navigation', { name: 'Condition and velocities' }))
  expect(rail.getAllByRole('listitem')).toHaveLength(1)
  await chooseMenuItem('New velocity', 'Logins per IP address')
  expect(rail.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    expect.stringContaining('spending'),
    expect.stringContaining('loginsPerIp'),
  ])
  await pressButton('Discard')
  await pressButton('Discard draft')
  expect(await screen.findByText('Draft discarded.')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 1, name: 'Velocities' })).toBeTruthy()
})

it('texts that could not be checked are reported, and checked when that is asked for', async () => {
  checked = () => {
    throw new ORPCError('FORBIDDEN')
  }
  renderSet()
  expect(await screen.findByText('The code could not be checked.')).toBeTruthy()
  const checks = () => calls.filter(({ procedure }) => procedure === 'velocities.check').length
  const before = checks()
  await pressButton('Try again')
  await waitFor(() => expect(checks()).toBe(before + 1))
  expect(await screen.findByText('The code could not be checked.')).toBeTruthy()
  checked = () => ({ problems: [] })
  await pressButton('Try again')
  await waitFor(() => expect(screen.queryByText('The code could not be checked.')).toBeNull())
})

it('a set with an error is not published', async () => {
  checked = () => ({ problems: [unknownEvent] })
  renderSet(cloneId)
  const findPublish = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Publish' })
  await waitFor(async () => expect((await findPublish()).disabled).toBe(true))
  checked = () => ({ problems: [] })
  await replaceCode('Code of spending', 'SELECT Count() AS spending\nFROM AccountLogin\nGROUPBY @"user.userId"')
  await waitFor(async () => expect((await findPublish()).disabled).toBe(false))
})

it('who may only read sees the sets without the commands', async () => {
  renderPage(withReadAccess(createElement(VelocitiesPage)))
  fireEvent.click(await screen.findByRole('link', { name: 'Spending' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Spending' })).toBeTruthy()
  for (const name of ['Edit', 'Publish', 'New velocity']) expect(screen.queryByRole('button', { name })).toBeNull()
  cleanup()
  renderPage(withReadAccess(createElement(VelocitiesPage)))
  expect(await screen.findByRole('link', { name: 'Spending' })).toBeTruthy()
  for (const name of ['New velocity set', /^Actions for /]) expect(screen.queryByRole('button', { name })).toBeNull()
})

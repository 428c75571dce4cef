// @vitest-environment jsdom
import type { AccessEntry, AccessExplanation, AccessList } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { stubTableLayout } from '../../../platform/testing/table-rows.ts'
import { chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { Component } from './users-page.tsx'

const [ann, ben, root] = ['1', '2', '3'].map(digit => `0198a000-0000-7000-8000-00000000010${digit}`) as [
  string,
  string,
  string,
]
const entry = (principalId: string, name: string, more: Partial<AccessEntry> = {}): AccessEntry => ({
  principalId,
  kind: 'user',
  name,
  username: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  guest: false,
  source: 'environment',
  environmentId,
  environmentName: 'Harbor',
  roles: [
    { role: 'SupportAgent', assignedAt: '2026-01-01T10:00:00.000Z', assignedBy: 'Olive', usedOn: null, unused: false },
  ],
  status: 'active',
  expiresAt: null,
  members: null,
  ...more,
})

let list: AccessList
let calls: RecordedCall[]
let refuse: (() => never) | null
beforeEach(() => {
  stubTableLayout()
  refuse = null
  list = {
    entries: [
      entry(ann, 'Ann Alder'),
      entry(ben, 'Ben Birch', {
        source: 'inherited',
        environmentId: root,
        environmentName: 'Head office',
        roles: [
          {
            role: 'FraudEngineer',
            assignedAt: '2026-01-02T10:00:00.000Z',
            assignedBy: null,
            usedOn: null,
            unused: true,
          },
        ],
      }),
    ],
    assignable: ['ManualReviewAnalyst', 'SupportAgent'],
    invitationUrl: 'https://console.example/tenant/',
  }
  calls = stubConsoleApi({
    'access.list': () => list,
    'access.people': () => ({
      people: [{ principalId: ben, kind: 'user', name: 'Ben Birch', username: 'ben@example.com', roles: [] }],
    }),
    'access.preview': () => ({
      differences: [
        {
          principalIds: [ben],
          places: [
            {
              environments: [{ id: environmentId, name: 'Harbor' }],
              changes: [{ capability: 'cases.review', before: 'none', after: 'write' }],
            },
          ],
        },
      ],
    }),
    'access.assignRoles': () => refuse?.() ?? { changed: 1, invited: 0 },
    'access.updateRoles': () => refuse?.() ?? { changed: 1 },
    'access.revokeRoles': () => refuse?.() ?? { changed: 1 },
    'access.why': (): AccessExplanation => ({
      outcome: 'forbidden',
      name: 'Ann Alder',
      capability: 'rules',
      required: 'read',
      level: 'none',
      grants: [
        {
          role: 'SupportAgent',
          by: 'assignment',
          groupName: null,
          environmentId,
          environmentName: 'Harbor',
          level: 'none',
        },
      ],
      elsewhere: [],
      limited: false,
      sufficient: ['FraudEngineer'],
      signedInAt: null,
    }),
  })
})

const callOf = (procedure: string) => calls.find(call => call.procedure === procedure)?.input
const open = (search = '') => renderPage(createElement(Component), `${pageAddress}${search}`)
const panel = (name: string | RegExp) => screen.findByRole('complementary', { name })

it('lists who has roles here and where inherited ones come from', async () => {
  open()
  const row = await screen.findByRole('row', { name: /Ben Birch/ })
  expect(row.textContent).toContain('Inherited from Head office')
  expect(row.textContent).toContain('Not used for 90 days')
  expect(
    within(row)
      .getByRole('link', { name: /Inherited/ })
      .getAttribute('href'),
  ).toContain(root)
  expect(screen.getByText('1 here, 1 inherited')).toBeTruthy()
})

it('the filter shows what is proposed for removal, and the address contains it', async () => {
  const { readSearch } = open()
  await pressButton('One to remove: not used for 90 days')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ann Alder/ })).toBeNull())
  expect(readSearch()).toContain('unused=1')
})

it('assigns chosen roles to a person of the directory, after the difference is shown', async () => {
  open('&do=assign')
  const form = within(await panel('Assign roles'))
  const save = form.getByRole<HTMLButtonElement>('button', { name: 'Assign role(s)' })
  expect(save.disabled).toBe(true)
  const people = form.getByRole('combobox', { name: /People or groups/ })
  fillField(people, 'ben')
  fireEvent.click(await screen.findByRole('option', { name: /Ben Birch/ }))
  expect(form.getAllByRole('checkbox')).toHaveLength(2)
  fireEvent.click(form.getByRole('checkbox', { name: 'ManualReviewAnalyst' }))
  expect(await form.findByText('Review cases')).toBeTruthy()
  fireEvent.click(save)
  await waitFor(() =>
    expect(callOf('access.assignRoles')).toEqual({
      environmentId,
      principals: [{ principalId: ben, baseRoles: [] }],
      addresses: [],
      roles: ['ManualReviewAnalyst'],
    }),
  )
})

it('an address outside of the directory is invited, and its link shown; one that is none is refused', async () => {
  open('&do=assign')
  const form = within(await panel('Assign roles'))
  const people = form.getByRole('combobox', { name: /People or groups/ })
  fillField(people, 'no address')
  fireEvent.click(await screen.findByRole('option', { name: /no address/ }))
  expect(await form.findByText('Enter a valid email address.')).toBeTruthy()
  fillField(people, 'kim@north.example')
  fireEvent.click(await screen.findByRole('option', { name: /kim@north.example/ }))
  expect(await form.findByText(/is not in your directory/)).toBeTruthy()
  fireEvent.click(form.getByRole('checkbox', { name: 'SupportAgent' }))
  await pressButton('Assign role(s)').catch(() => undefined)
  fireEvent.click(form.getByRole('button', { name: 'Assign role(s)' }))
  expect(await screen.findByText(/Send this link to/)).toBeTruthy()
  expect(callOf('access.assignRoles')).toMatchObject({ principals: [], addresses: ['kim@north.example'] })
})

it('edits direct roles, and says who was faster', async () => {
  open(`&row=${ann}.${environmentId}&do=edit`)
  const form = within(await panel('Edit roles of Ann Alder'))
  fireEvent.click(form.getByRole('checkbox', { name: 'ManualReviewAnalyst' }))
  refuse = () => {
    throw new ORPCError('CONFLICT', { data: { reason: 'version.conflict', changedBy: 'Olive' } })
  }
  await pressButton('Save roles')
  expect(await form.findByText(/Olive/)).toBeTruthy()
  expect(callOf('access.updateRoles')).toMatchObject({
    principalId: ann,
    baseRoles: ['SupportAgent'],
    roles: ['ManualReviewAnalyst', 'SupportAgent'],
  })
})

it('revokes after a question that names the environment, and shows why it is refused', async () => {
  open(`&row=${ann}.${environmentId}`)
  await panel('Ann Alder')
  fireEvent.click(within(await panel('Ann Alder')).getByRole('button', { name: 'Revoke access' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(await dialog.findByText('Review cases')).toBeTruthy()
  expect(callOf('access.preview')).toMatchObject({
    changes: [{ principalId: ann, before: ['SupportAgent'], after: [] }],
  })
  expect(screen.getByRole('alertdialog').textContent).toContain('loses access to Harbor and the environments below it')
  refuse = () => {
    throw new ORPCError('CONFLICT', { data: { reason: 'access.lastAdministrator' } })
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Revoke access' }))
  expect(await dialog.findByText('At least one Product admin is required.')).toBeTruthy()
  expect(callOf('access.revokeRoles')).toMatchObject({
    entries: [{ principalId: ann, source: 'environment', baseRoles: ['SupportAgent'] }],
  })
})

it('what is inherited can neither be edited nor revoked here', async () => {
  open(`&row=${ben}.${root}&do=edit`)
  const shown = within(await panel('Ben Birch'))
  expect(shown.queryByRole('button', { name: 'Revoke access' })).toBeNull()
  expect(shown.queryByRole('button', { name: 'Edit' })).toBeNull()
})

it('shows the link of an open invitation, which may have moved in', async () => {
  list.entries = [entry(ann, 'ann@example.com', { status: 'invited', expiresAt: '2026-03-01T10:00:00.000Z' })]
  open(`&row=${ann}.${environmentId}`)
  expect(within(await panel('ann@example.com')).getByText('https://console.example/tenant/')).toBeTruthy()
})

it('answers why somebody may not do something, once a permission is chosen', async () => {
  open(`&row=${ann}.${environmentId}`)
  const shown = within(await panel('Ann Alder'))
  await chooseOption(shown.getByRole('combobox', { name: 'Permission' }), 'Decision rules')
  expect(await shown.findByText(/may not view/)).toBeTruthy()
  expect(shown.getByText(/FraudEngineer/)).toBeTruthy()
  expect(callOf('access.why')).toMatchObject({ principalId: ann, capability: 'rules', required: 'read' })
})

it('whoever may only read sees the list without its commands', async () => {
  renderPage(withReadAccess(createElement(Component)), `${pageAddress}&do=assign`)
  await screen.findByRole('row', { name: /Ann Alder/ })
  expect(screen.queryByRole('button', { name: 'Assign role(s)' })).toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.getByText(/You have read-only access/)).toBeTruthy()
})

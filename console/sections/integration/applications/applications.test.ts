// @vitest-environment jsdom
import type { Application, Applications } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { Component as CreatePage } from './create-page.tsx'
import { firstExpiryOf } from './credentials/credential-times.ts'
import { Component as ManagePage } from './manage-page.tsx'

const credential = {
  id: '40000000-0000-4000-8000-000000000001',
  kind: 'secret' as const,
  thumbprint: null,
  createdAt: '2025-11-20T12:00:00.000Z',
  expiresAt: '2027-11-20T12:00:00.000Z',
  lastUsedAt: null as string | null,
}
const application: Application = {
  clientId: '30000000-0000-4000-8000-000000000001',
  name: 'Checkout',
  environmentId,
  createdAt: '2025-11-20T12:00:00.000Z',
  lastUsedAt: null,
  roles: ['Risk_API'],
  elsewhere: [],
  credentials: [credential],
}
let calls: RecordedCall[]
let applications: () => Application[]
let mayCreate: boolean
let mayAssign: Applications['mayAssign']
let unseen: Applications['unseen']
let create: (input: Record<string, unknown>) => unknown
let addSecret: () => unknown
beforeEach(() => {
  stubLayout()
  applications = () => [application]
  mayCreate = true
  mayAssign = ['RiskApi', 'ProvisioningApi']
  unseen = []
  create = ({ clientId, name }) => ({ ...application, clientId, name })
  addSecret = () => application
  calls = stubConsoleApi({
    'applications.list': () => ({ applications: applications(), unseen, mayCreate, mayAssign }),
    'applications.create': input => create(input),
    'applications.update': () => application,
    'applications.addSecret': () => addSecret(),
    'applications.remove': () => ({ removed: true }),
    'applications.removeCredential': () => application,
    'applications.callers': () => ({ minutes: 10, now: application.createdAt, credentials: [] }),
    'dashboard.integration': () => ({
      apiEndpoint: 'https://risk.example.com',
      tenantId: '10000000-0000-4000-8000-000000000001',
      environmentId,
      apiClients: [],
      hasEvents: false,
    }),
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const buttonOf = (name: string | RegExp) => screen.getByRole('button', { name })
const nameField = () => screen.getByLabelText<HTMLInputElement>(/^Application display name/)
const isDisabled = (element: HTMLElement) => (element as HTMLButtonElement).disabled

describe('the page that creates an application', () => {
  it('shows the secret that it sent, once, with commands that work as they stand', async () => {
    renderFailingPage(createElement(CreatePage))
    const button = await screen.findByRole('button', { name: 'Create application' })
    expect(isDisabled(button)).toBe(true)
    fillField(nameField(), ' Till ')
    expect(isDisabled(buttonOf('Create application'))).toBe(false)
    await pressButton('Create application')
    const commands = await screen.findByRole('region', { name: 'Commands' })
    const [sent] = inputsOf('applications.create')
    expect(sent).toMatchObject({ environmentId, name: 'Till', roles: ['RiskApi'] })
    expect(String(sent?.['secret'])).toMatch(/^[A-Za-z0-9._]{40}$/)
    expect(commands.textContent).toContain(`client_secret='${String(sent?.['secret'])}'`)
    expect(commands.textContent).toContain(`client_id='${String(sent?.['clientId'])}'`)
    expect(screen.getByText('Copy the secret now: it is not shown again.')).toBeTruthy()
    await pressButton('Create another application')
    expect(await screen.findByRole('button', { name: 'Create application' })).toBeTruthy()
    expect(screen.queryByText(String(sent?.['secret']))).toBeNull()
  })

  it('keeps what was typed after a failure, and sends the same id and secret again', async () => {
    create = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    renderFailingPage(createElement(CreatePage))
    await screen.findByRole('button', { name: 'Create application' })
    fillField(nameField(), 'Till')
    await pressButton('Create application')
    await waitFor(() => expect(inputsOf('applications.create')).toHaveLength(1))
    await waitFor(() => expect(isDisabled(buttonOf('Create application'))).toBe(false))
    expect(nameField().value).toBe('Till')
    create = ({ clientId, name }) => ({ ...application, clientId, name })
    await pressButton('Create application')
    await screen.findByRole('region', { name: 'Commands' })
    const [first, second] = inputsOf('applications.create')
    expect(second).toEqual(first)
  })

  it('has limits: a name of 93 characters, and at least one role', async () => {
    renderFailingPage(createElement(CreatePage))
    await screen.findByRole('button', { name: 'Create application' })
    fillField(nameField(), 'x'.repeat(94))
    expect(screen.getByText('Use at most 93 characters.')).toBeTruthy()
    fillField(nameField(), 'x'.repeat(93))
    expect(isDisabled(buttonOf('Create application'))).toBe(false)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Risk_API' }))
    expect(screen.getByText('Choose at least one role.')).toBeTruthy()
    expect(isDisabled(buttonOf('Create application'))).toBe(true)
  })

  it('says which directory role is missing', async () => {
    mayCreate = false
    renderFailingPage(createElement(CreatePage))
    expect(await screen.findByText(/^Creating an application needs/)).toBeTruthy()
    expect(isDisabled(buttonOf('Create application'))).toBe(true)
  })

  it('is not for those who may not assign a role', async () => {
    mayAssign = []
    renderFailingPage(createElement(CreatePage))
    expect(await screen.findByText(/^You may not assign or revoke/)).toBeTruthy()
    expect(isDisabled(screen.getByRole('checkbox', { name: 'Risk_API' }))).toBe(true)
    expect(isDisabled(buttonOf('Create application'))).toBe(true)
  })

  it('shows that the service refuses a role', async () => {
    create = () => {
      throw new ORPCError('FORBIDDEN', { data: { reason: 'applications.roleAssignment' }, defined: true })
    }
    renderFailingPage(createElement(CreatePage))
    await screen.findByRole('button', { name: 'Create application' })
    fillField(nameField(), 'Till')
    await pressButton('Create application')
    expect(await screen.findByText(/^You may not assign or revoke/)).toBeTruthy()
  })

  it('shows a refusal of the service and stays', async () => {
    create = () => {
      throw new ORPCError('FORBIDDEN', { data: { reason: 'applications.directoryRole' }, defined: true })
    }
    renderFailingPage(createElement(CreatePage))
    await screen.findByRole('button', { name: 'Create application' })
    fillField(nameField(), 'Till')
    await pressButton('Create application')
    expect(await screen.findByText(/^Creating an application needs/)).toBeTruthy()
  })
})

describe('the page of applications', () => {
  it('lists them, and what comes from above cannot be changed here', async () => {
    applications = () => [
      { ...application, lastUsedAt: '2025-11-21T08:00:00.000Z' },
      { ...application, clientId: 'till', name: 'Till', environmentId: '0198a000-0000-7000-8000-000000000009' },
    ]
    renderFailingPage(createElement(ManagePage))
    const rows = [await screen.findByRole('row', { name: /Checkout/ }), screen.getByRole('row', { name: /Till/ })]
    expect(within(rows[0] as HTMLElement).getByRole('button', { name: /^Edit/ })).toBeTruthy()
    expect(within(rows[1] as HTMLElement).queryByRole('button', { name: /^Edit/ })).toBeNull()
    expect(rows[1]?.textContent).toContain('Changed where it was created')
    expect(rows[1]?.textContent).toContain('Never')
  })
  it('have less space between them in a small window, so that their buttons fit', async () => {
    renderFailingPage(createElement(ManagePage))
    const table = await screen.findByRole('table', { name: 'Applications', busy: false })
    expect(table.classList).toContain('max-xl:[--ds-cell-padding:0.5rem]')
  })

  it('is for reading where the role says so', async () => {
    renderFailingPage(withReadAccess(createElement(ManagePage)))
    expect(await screen.findByText('Checkout')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Edit|Delete)/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Create application' })).toBeNull()
  })

  it('says where there is none, and offers to try again after a failure', async () => {
    applications = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    renderFailingPage(createElement(ManagePage))
    expect(await screen.findByText('This could not be loaded')).toBeTruthy()
    applications = () => []
    fireEvent.click(screen.getByRole('button', { name: /Retry|Try again/ }))
    expect(await screen.findByText('No applications yet')).toBeTruthy()
  })

  it('adds a secret, which is shown here only, and says when two are valid already', async () => {
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Add secret' }))
    await waitFor(() => expect(inputsOf('applications.addSecret')).toHaveLength(1))
    const secret = String(inputsOf('applications.addSecret')[0]?.['secret'])
    expect(secret).toMatch(/^[A-Za-z0-9._]{40}$/)
    expect(await dialog.findByText(secret)).toBeTruthy()
    addSecret = () => {
      throw new ORPCError('CONFLICT', { data: { reason: 'applications.secretLimit', limit: 2 }, defined: true })
    }
    fireEvent.click(dialog.getByRole('button', { name: 'Add secret' }))
    expect(await dialog.findByText('The application has two valid secrets. Delete one first.')).toBeTruthy()
  })

  it('sends the same secret again where the answer was lost, though it is stored already', async () => {
    applications = () => [
      {
        ...application,
        credentials:
          inputsOf('applications.addSecret').length === 0
            ? [credential]
            : [credential, { ...credential, id: '40000000-0000-4000-8000-000000000002' }],
      },
    ]
    addSecret = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    }
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Add secret' }))
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(2))
    await waitFor(() => expect(isDisabled(dialog.getByRole('button', { name: 'Add secret' }))).toBe(false))
    addSecret = () => application
    fireEvent.click(dialog.getByRole('button', { name: 'Add secret' }))
    await waitFor(() => expect(inputsOf('applications.addSecret')).toHaveLength(2))
    const [first, second] = inputsOf('applications.addSecret')
    expect(second).toEqual(first)
    expect(await dialog.findByText(String(first?.['secret']))).toBeTruthy()
    await waitFor(() => expect(isDisabled(dialog.getByRole('button', { name: 'Add secret' }))).toBe(true))
  })

  it('a secret that is over leaves room for another one', async () => {
    const over = { ...credential, expiresAt: '2025-11-21T00:00:00.000Z' }
    applications = () => [
      { ...application, credentials: [over, { ...over, id: '40000000-0000-4000-8000-000000000002' }] },
    ]
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(isDisabled(dialog.getByRole('button', { name: 'Add secret' }))).toBe(false)
  })

  it('offers no change of a role that the user may not assign, nor the removal of who has it', async () => {
    mayAssign = []
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog'))
    for (const box of dialog.getAllByRole('checkbox')) expect(isDisabled(box)).toBe(true)
    expect(dialog.getByText(/^You may not assign or revoke/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Delete.*Checkout/, hidden: true })).toBeNull()
  })

  it('shows roles elsewhere for reading only, and saves those of the environment alone', async () => {
    applications = () => [
      {
        ...application,
        elsewhere: [{ environmentId: '0198a000-0000-7000-8000-000000000009', roles: ['Provisioning_API'] }],
      },
    ]
    unseen = [{ name: 'Kiosk', roles: ['Risk_API'] }]
    renderFailingPage(createElement(ManagePage))
    expect(await screen.findByRole('row', { name: /Kiosk/ })).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Roles in other environments')).toBeTruthy()
    // One is the box, which is empty, and the other one cannot be changed.
    expect(dialog.getAllByText('Provisioning_API')).toHaveLength(2)
    expect(dialog.getByRole('checkbox', { name: 'Provisioning_API' }).getAttribute('data-state')).toBe('unchecked')
    const save = dialog.getByRole('button', { name: 'Save roles' })
    expect(isDisabled(save)).toBe(true)
    expect((dialog.getByRole('checkbox', { name: 'Risk_API' }) as HTMLElement).getAttribute('data-state')).toBe(
      'checked',
    )
  })

  it('stores changed roles, and deletes after a question', async () => {
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const save = dialog.getByRole('button', { name: 'Save roles' })
    expect(isDisabled(save)).toBe(true)
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Provisioning_API' }))
    fireEvent.click(save)
    await waitFor(() =>
      expect(inputsOf('applications.update')).toMatchObject([{ roles: ['RiskApi', 'ProvisioningApi'] }]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: /^Delete/ }))
    await screen.findByRole('alertdialog')
    await pressButton('Delete')
    await waitFor(() =>
      expect(inputsOf('applications.remove')).toEqual([{ environmentId, clientId: application.clientId }]),
    )
  })
})

describe('the times of credentials', () => {
  const other = { ...credential, expiresAt: '2026-01-01T00:00:00.000Z' }
  it.each([
    [[], null],
    [[credential], credential.expiresAt],
    [[credential, other], other.expiresAt],
    [[credential, { ...other, expiresAt: '2025-11-21T00:00:00.000Z' }], credential.expiresAt],
  ])('are the first end', (credentials, ends) => {
    expect(firstExpiryOf({ credentials }, Date.parse('2025-11-25T00:00:00.000Z'))).toBe(ends)
  })
})

// @vitest-environment jsdom
import type { Application } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../../platform/testing/session.ts'
import { pressButton } from '../../../../platform/testing/user-input.ts'
import { Component as ManagePage } from '../manage-page.tsx'

const application = (name: string, more: Partial<Application> = {}): Application => ({
  clientId: name.toLowerCase(),
  name,
  environmentId,
  createdAt: '2025-11-20T12:00:00.000Z',
  lastUsedAt: null,
  roles: ['Risk_API'],
  elsewhere: [],
  credentials: [],
  ...more,
})
const credentialUse = (calls: number, sources: readonly string[], lastAt: string | null) => ({
  credentialId: null,
  calls,
  tokens: 0,
  callsPerMinute: calls / 10,
  lastAt,
  sources: sources.map(source => ({ source, calls, refused: 0, lastAt })),
  brownOut: null,
})

let calls: RecordedCall[]
let applications: Application[]
let remove: (clientId: string) => unknown
beforeEach(() => {
  stubLayout()
  applications = [
    application('Checkout'),
    application('Kiosk'),
    application('Till'),
    application('Above', { environmentId: '0198a000-0000-7000-8000-000000000009' }),
    application('Provisioner', { roles: ['Provisioning_API'] }),
  ]
  remove = clientId => {
    applications = applications.filter(each => each.clientId !== clientId)
    return { removed: true }
  }
  calls = stubConsoleApi({
    'applications.list': () => ({ applications, unseen: [], mayCreate: true, mayAssign: ['RiskApi'] }),
    'applications.callers': ({ clientId }) => ({
      minutes: 10,
      now: '2025-11-21T12:00:00.000Z',
      credentials:
        clientId === 'kiosk'
          ? [
              credentialUse(300, ['192.0.2.1', '192.0.2.2'], new Date(Date.now() - 4_000).toISOString()),
              credentialUse(110, ['192.0.2.1'], '2025-11-20T12:00:00.000Z'),
            ]
          : [],
    }),
    'applications.remove': ({ clientId }) => remove(String(clientId)),
    'dashboard.integration': () => ({ apiClients: [] }),
  })
})
const removedIds = () =>
  calls.filter(({ procedure }) => procedure === 'applications.remove').map(({ input }) => input['clientId'])
const box = (name: string) => screen.findByRole('checkbox', { name })
const stateOf = async (name: string) => (await box(name)).getAttribute('data-state')
const question = async () => within(await screen.findByRole('alertdialog'))

describe('several applications', () => {
  it('are deleted after one question, which says of each who still calls', async () => {
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await box('Select Checkout'))
    fireEvent.click(await box('Select Kiosk'))
    expect(screen.getByText('2 selected')).toBeTruthy()
    await pressButton('Delete selected')
    const dialog = await question()
    expect(dialog.getByText(/^Delete 2 applications\?/)).toBeTruthy()
    // 410 calls in ten minutes, of two networks: one of them with both credentials.
    await waitFor(() => {
      const consequences = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
      expect(consequences).toEqual([
        'Checkout: No calls in the last 10 minutes',
        expect.stringMatching(/^Kiosk: 41 calls per minute from 2 networks, last \d+ seconds ago$/),
      ])
    })
    expect(removedIds()).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('2 applications were deleted')).toBeTruthy()
    expect(removedIds()).toEqual(['checkout', 'kiosk'])
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('can be selected where the user may delete them here, all at once as well', async () => {
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await box('Select all'))
    expect(screen.getByText('3 selected')).toBeTruthy()
    for (const name of ['Select Checkout', 'Select Kiosk', 'Select Till']) expect(await stateOf(name)).toBe('checked')
    for (const name of ['Select Above', 'Select Provisioner'])
      expect(screen.queryByRole('checkbox', { name })).toBeNull()
    fireEvent.click(await box('Select Till'))
    expect(await stateOf('Select all')).toBe('indeterminate')
  })

  it('one that cannot be deleted stays selected and is named; the others are deleted, and one that was is no failure', async () => {
    remove = clientId => {
      if (clientId === 'checkout') throw new ORPCError('INTERNAL_SERVER_ERROR')
      applications = applications.filter(each => each.clientId !== clientId)
      if (clientId === 'kiosk') throw new ORPCError('NOT_FOUND', { status: 404 })
      return { removed: true }
    }
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await box('Select all'))
    await pressButton('Delete selected')
    fireEvent.click((await question()).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Checkout could not be deleted, and can still call.')).toBeTruthy()
    expect(screen.getByText('2 applications were deleted')).toBeTruthy()
    expect(removedIds()).toEqual(['checkout', 'kiosk', 'till'])
  })

  it('are nothing to select for who may only read, nor where there is only one', async () => {
    renderFailingPage(withReadAccess(createElement(ManagePage)))
    expect(await screen.findByText('Checkout')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

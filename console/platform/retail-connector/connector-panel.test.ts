// @vitest-environment jsdom
import type { RetailConnectorState } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../testing/console-api-stub.ts'
import { stubLayout } from '../testing/dom-stubs.ts'
import { renderFailingPage } from '../testing/failing-page.ts'
import { withReadAccess } from '../testing/session.ts'
import { fillField, pressButton } from '../testing/user-input.ts'
import { ConnectorPanel } from './connector-panel.tsx'
import { connected, connection, notConnected } from './testing/retail-samples.ts'

let state: () => RetailConnectorState
let change: () => RetailConnectorState
let calls: RecordedCall[]
beforeEach(() => {
  stubLayout()
  state = () => notConnected
  change = () => {
    state = () => connected
    return connected
  }
  calls = stubConsoleApi({
    'retailConnector.get': () => state(),
    'retailConnector.connect': () => change(),
    'retailConnector.reconnect': () => change(),
    'retailConnector.disconnect': () => change(),
    'retailConnector.sync': () => change(),
    'retailConnector.issues': () => ({
      issues: [
        {
          entity: 'Sales',
          key: 'A1 / U1 / T1 / 2',
          column: 'NETAMOUNT',
          code: 'U-13',
          message: "'ten' is not a number.",
        },
      ],
    }),
  })
})
const inputsOf = (name: string) => calls.filter(({ procedure }) => procedure === `retailConnector.${name}`)
const panel = createElement(ConnectorPanel, { uploadHref: '/upload?entity=Transactions' })
const open = (address = pageAddress) => renderFailingPage(panel, address)
const refuse = (reason: string) => () => {
  throw new ORPCError('CONFLICT', { status: 409, data: { reason } })
}
const dialog = async () => within(await screen.findByRole('dialog'))
const addressField = async () => (await dialog()).getByRole('textbox', { name: /^Environment URL/ })

describe('nothing connected', () => {
  it('shows two cards, and connects by an address that is checked first', async () => {
    open()
    expect(await screen.findByRole('heading', { name: 'Connect to Dynamics 365 Commerce' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Upload your data' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upload' }).getAttribute('href')).toBe('/upload?entity=Transactions')
    await pressButton('Connect to data')
    fillField(await addressField(), 'http://shop.example')
    await pressButton('Connect')
    expect((await dialog()).getByText('Enter the https address of your environment.')).toBeTruthy()
    expect(inputsOf('connect')).toEqual([])
    fillField(await addressField(), ' https://shop.operations.dynamics.com/data/ ')
    await pressButton('Connect')
    expect(await screen.findByText('Connect successful')).toBeTruthy()
    expect(screen.getByText('Successfully connected to your Dynamics 365 Commerce environment.')).toBeTruthy()
    expect(inputsOf('connect')[0]?.input).toMatchObject({ url: 'https://shop.operations.dynamics.com/data/' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Ten recent syncs')).toBeTruthy()
  })
  it('an address that is refused stays in the dialog, with the reason', async () => {
    change = refuse('retail.unauthorized')
    open()
    await pressButton('Connect to data')
    fillField(await addressField(), 'https://shop.example')
    await pressButton('Connect')
    expect(
      await (await dialog()).findByText(
        'We couldn’t connect. Check the address and that this application is registered there.',
      ),
    ).toBeTruthy()
    expect(
      (await dialog()).getByText('The retail environment rejects this application: register it there.'),
    ).toBeTruthy()
    expect(((await addressField()) as HTMLInputElement).value).toBe('https://shop.example')
  })
  it('what the service takes for no address is shown at the field', async () => {
    change = () => {
      throw new ORPCError('UNPROCESSABLE_CONTENT', {
        status: 422,
        data: { issues: [{ path: ['url'], message: 'Enter the https address of your environment.' }] },
      })
    }
    open()
    await pressButton('Connect to data')
    fillField(await addressField(), 'http://localhost:4301')
    await pressButton('Connect')
    expect(await (await dialog()).findByText('Enter the https address of your environment.')).toBeTruthy()
  })
  it('a link opens the dialog, and closing it cleans the address', async () => {
    const router = open(`${pageAddress}&connect=1`)
    await addressField()
    await pressButton('Cancel')
    await waitFor(() => expect(router.state.location.search).not.toContain('connect'))
  })
  it('an installation without an application says so', async () => {
    state = () => ({ ...notConnected, available: false })
    open()
    expect(await screen.findByText(/This installation cannot connect yet/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Connect to data' })).toBeNull()
  })
})

describe('a connection', () => {
  beforeEach(() => {
    state = () => connected
  })
  it('says that its transactions cover no full month', async () => {
    state = () => ({ ...connected, shortPeriod: { from: '2026-11-05', to: '2026-11-25' } })
    open()
    expect(
      await screen.findByText(
        'At least one full month of transactions is needed. Those that are synchronised cover Nov 5, 2026 to Nov 25, 2026.',
      ),
    ).toBeTruthy()
  })
  it('shows its state, its times and its synchronisations', async () => {
    open()
    expect(await screen.findByText('https://shop.operations.dynamics.com')).toBeTruthy()
    expect(screen.getByText('Connected')).toBeTruthy()
    expect(screen.getByText('Teo Marchetti')).toBeTruthy()
    const table = within(screen.getByRole('table', { name: 'Ten recent syncs' }))
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map(row => within(row).getAllByRole('cell')[1]?.textContent),
    ).toEqual(['In progress', 'Success', 'FailedThe retail environment rejects this application: register it there.'])
  })
  it('lists the rows that were left out', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: /^2 rows left out/ }))
    expect(await (await dialog()).findByText("'ten' is not a number.")).toBeTruthy()
    expect((await dialog()).getByText('A1 / U1 / T1 / 2')).toBeTruthy()
  })
  it('is synchronised on request, and not twice', async () => {
    change = () => {
      state = () => ({ ...connected, connection: { ...connection, syncing: true } })
      return state()
    }
    open()
    await pressButton('Sync now')
    expect(await screen.findByText('The sync has started.')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sync now' })).toHaveProperty('disabled', true))
  })
  it('is ended after a confirmation, and made again with its address', async () => {
    change = () => {
      state = () => ({ ...connected, connection: { ...connection, status: 'Disconnected', nextSyncAt: null } })
      return state()
    }
    open()
    const menu = await screen.findByRole('button', { name: 'More actions for Dynamics 365 Commerce' })
    fireEvent.keyDown(menu, { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Disconnect' }))
    expect(await screen.findByText(/Data that was already imported stays/)).toBeTruthy()
    await pressButton('Continue')
    expect(await screen.findByText('Disconnected from Dynamics 365 Commerce.')).toBeTruthy()
    expect(await screen.findByText('Disconnected')).toBeTruthy()
    change = refuse('retail.timeout')
    await pressButton('Connect to data')
    expect(await screen.findByText('The retail environment did not answer in time.')).toBeTruthy()
    change = () => {
      state = () => connected
      return connected
    }
    await pressButton('Connect to data')
    expect(await screen.findByText('Connect successful')).toBeTruthy()
    expect(inputsOf('reconnect')).toHaveLength(2)
  })
  it('in an error says why', async () => {
    state = () => ({ ...connected, syncs: [], connection: { ...connection, status: 'Error', failure: 'certificate' } })
    open()
    expect(await screen.findByText('The certificate of the server is not trusted.')).toBeTruthy()
    expect(screen.getByText('Error')).toBeTruthy()
    expect(screen.getByText('No syncs yet.')).toBeTruthy()
  })
  it('is only shown to those who may not change it', async () => {
    renderFailingPage(withReadAccess(panel))
    await screen.findByText('Connected')
    expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull()
  })
  it('that cannot be read is read again', async () => {
    state = () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })
    }
    open()
    const retry = await screen.findByRole('button', { name: 'Try again' })
    state = () => connected
    fireEvent.click(retry)
    expect(await screen.findByText('Connected')).toBeTruthy()
  })
})

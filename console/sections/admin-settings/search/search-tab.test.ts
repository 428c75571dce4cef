// @vitest-environment jsdom
import type { SearchSwitchDetails } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { Component } from './search-tab.tsx'

const off: SearchSwitchDetails = {
  state: 'Off',
  from: null,
  by: null,
  prepared: 0,
  environments: 0,
  failure: null,
  events: 0,
  newestAt: null,
  excluded: [],
}
const on: SearchSwitchDetails = {
  ...off,
  state: 'On',
  from: '2026-11-20T10:00:00.000Z',
  by: 'Maria Olsen',
  events: 12_345,
  newestAt: '2026-11-27T09:30:00.000Z',
}
let stored: SearchSwitchDetails
let enable: () => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stored = off
  enable = () => {
    stored = { ...stored, state: 'Provisioning', from: '2026-11-27T10:00:00.000Z', environments: 5, prepared: 2 }
    return { state: 'Provisioning', from: stored.from }
  }
  calls = stubConsoleApi({ 'searchSwitch.settings': () => stored, 'searchSwitch.enable': () => enable() })
})
const show = () => renderFailingPage(createElement(Component), pageAddress)
const theSwitch = () => screen.findByRole('switch', { name: 'Search for the whole tenant' })
const enabled = () => calls.filter(({ procedure }) => procedure === 'searchSwitch.enable').map(({ input }) => input)

it('asks before the search is turned on, and shows how far its preparation is', async () => {
  show()
  fireEvent.click(await theSwitch())
  const dialog = await screen.findByRole('dialog', { name: 'Turn on search for the whole tenant?' })
  expect(within(dialog).getByText('This can’t be undone.')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(enabled()).toEqual([])
  fireEvent.click(await theSwitch())
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('2 of 5 environments')).toBeTruthy()
  expect(enabled()).toEqual([{ environmentId }])
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('true')
})

it('shows since when it is on, by whom, and what it finds; it cannot be turned off', async () => {
  stored = {
    ...on,
    excluded: [{ id: 'a55a0008', name: 'Device check', environmentId, environment: 'Harbor' }],
  }
  show()
  expect(await screen.findByText('Maria Olsen')).toBeTruthy()
  expect(screen.getByText('12,345')).toBeTruthy()
  expect(screen.getByText(/Search can’t be turned off\./)).toBeTruthy()
  expect((await theSwitch()) as HTMLButtonElement).toHaveProperty('disabled', true)
  expect(screen.getByRole('link', { name: 'Device check' }).getAttribute('href')).toBe(
    `/fraud/assessments/a55a0008/rules?env=${environmentId}`,
  )
})

it('a search from before there was a switch finds every stored event', async () => {
  stored = { ...on, from: null, by: null }
  show()
  expect(await screen.findByText('The beginning: every stored event is found')).toBeTruthy()
  expect(screen.queryByText('Turned on by')).toBeNull()
})

it('a failure is named with its cause, and can be tried again', async () => {
  stored = { ...off, failure: 'index' }
  show()
  expect(await screen.findByText(/An index of the database is not valid\./)).toBeTruthy()
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('false')
  stored = off
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Preparing search')).toBeTruthy()
})

it('a refused change leaves the switch off and says why', async () => {
  enable = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  show()
  fireEvent.click(await theSwitch())
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText(/Something went wrong|did not work|failed/i)).toBeTruthy()
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('false')
})

it('the switch is locked while the change is under way, and for who may only read', async () => {
  enable = unanswered
  show()
  fireEvent.click(await theSwitch())
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
  await waitFor(async () => expect(await theSwitch()).toHaveProperty('disabled', true))
})

it('who may only read cannot turn it on', async () => {
  renderFailingPage(withReadAccess(createElement(Component)), pageAddress)
  expect(await theSwitch()).toHaveProperty('disabled', true)
})

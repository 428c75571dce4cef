// @vitest-environment jsdom
import { type CaseSwitch, defaultCaseConfiguration } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { Component } from './admin-settings-page.tsx'

let stored: CaseSwitch
let set: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stored = { eventType: 'purchase', name: 'Transfers', enabled: true, fixed: null, openCases: 2 }
  set = ({ enabled }) => {
    stored = { ...stored, enabled: enabled === true }
    return stored
  }
  calls = stubConsoleApi({
    'search.eventTypes': () => [{ key: 'purchase', name: 'Transfers', search: true }],
    'cases.configuration': () => ({ version: 2, configuration: defaultCaseConfiguration }),
    'caseSwitches.list': () => [stored],
    'caseSwitches.set': input => set(input),
  })
})
const show = (page: ReactNode = createElement(Component)) => renderFailingPage(page, `${pageAddress}&tab=configuration`)
const theSwitch = () => screen.findByRole<HTMLButtonElement>('switch', { name: 'Case management' })
const sent = () => calls.filter(({ procedure }) => procedure === 'caseSwitches.set').map(({ input }) => input)
const confirm = async (name: string) => {
  fireEvent.click(await theSwitch())
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
}

it('asks before case management is switched off, and says what stays', async () => {
  show()
  fireEvent.click(await theSwitch())
  const dialog = await screen.findByRole('dialog', { name: /^Switch off case management for / })
  expect(within(dialog).getByText(/2 open cases stay and can be decided/)).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([])
  await confirm('Switch off')
  await screen.findByText('Settings saved.')
  expect(sent()).toEqual([{ environmentId, eventType: 'purchase', enabled: false }])
  await waitFor(async () => expect((await theSwitch()).getAttribute('aria-checked')).toBe('false'))
})

it('is switched on again after a question of its own', async () => {
  stored = { ...stored, enabled: false, openCases: 0 }
  show()
  await confirm('Switch on')
  await screen.findByText('Settings saved.')
  expect(sent()).toEqual([{ environmentId, eventType: 'purchase', enabled: true }])
})

it('a refused change is told, and the switch stays as it was', async () => {
  set = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  show()
  await confirm('Switch off')
  await screen.findByText(/Something went wrong/)
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('true')
})

it.each([
  ['always', /always become cases/],
  ['never', /have no cases/],
] as const)('a switch that is fixed (%s) cannot be changed, and says why', async (fixed, text) => {
  stored = { ...stored, fixed, enabled: fixed === 'always' }
  show()
  expect((await theSwitch()).disabled).toBe(true)
  expect(screen.getByText(text)).toBeTruthy()
})

it('who only reads the settings sees the switch and cannot change it', async () => {
  show(withReadAccess(createElement(Component)))
  expect((await theSwitch()).disabled).toBe(true)
})

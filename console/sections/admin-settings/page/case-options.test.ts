// @vitest-environment jsdom
import type { CaseOptionSettings } from '@assay/risk-service/contract'
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
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { Component } from './admin-settings-page.tsx'

const defaults: CaseOptionSettings = {
  interimStatuses: false,
  corrections: false,
  countdownSeconds: 120,
  maxExtensions: null,
  undoSeconds: 5,
  nextCase: 'user',
  maturityDays: 90,
  farKm: 500,
  scoreLimits: [200, 400, 600, 800],
  listReasons: { Safe: ['Other'], Block: ['Other'], Watch: ['Other'], Remove: ['Other'] },
  externalLinks: [],
  tags: [],
  costs: { hourlyCostUsd: null, margin: null },
  masking: {},
}
let stored: { version: number; settings: CaseOptionSettings; defaults: CaseOptionSettings }
let save: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stored = { version: 3, settings: { ...defaults, farKm: 700 }, defaults }
  save = ({ settings }) => {
    stored = { ...stored, version: stored.version + 1, settings: settings as CaseOptionSettings }
    return stored
  }
  calls = stubConsoleApi({
    'caseOptions.settings': () => stored,
    'caseOptions.save': input => save(input),
  })
})
const show = () => renderFailingPage(createElement(Component), pageAddress)
const saved = () => calls.filter(({ procedure }) => procedure === 'caseOptions.save').map(({ input }) => input)
const field = (name: string) => screen.findByRole('spinbutton', { name })

it('shows each option with its default, and a way back where it differs', async () => {
  show()
  expect(((await field('Distance marked on maps')) as HTMLInputElement).value).toBe('700')
  fireEvent.click(screen.getByRole('button', { name: 'Reset: Distance marked on maps' }))
  expect(((await field('Distance marked on maps')) as HTMLInputElement).value).toBe('500')
  expect(screen.queryByRole('button', { name: /^Reset:/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(saved()).toEqual([{ environmentId, baseVersion: 3, settings: { ...defaults, farKm: 500 } }]),
  )
  await screen.findByText('Settings saved.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
})

it('a fault stands at its field, and nothing is sent', async () => {
  show()
  const km = await field('Distance marked on maps')
  fireEvent.change(km, { target: { value: '0' } })
  fireEvent.blur(km)
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  expect((await screen.findAllByText('Enter a whole number from 1 to 20,000.')).length).toBeGreaterThan(0)
  expect(saved()).toEqual([])
})

it('a link is added, checked and sent', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Add link' }))
  const link = within(screen.getByRole('region', { name: 'Link 1' }))
  const type = (name: RegExp, value: string) =>
    fireEvent.change(link.getByRole('textbox', { name }), { target: { value } })
  type(/Name/, 'Desk')
  type(/Address/, 'https://desk.example/o/')
  type(/Value/, 'user.userId')
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await link.findByText('Use an https address with exactly one #.')
  type(/Address/, 'https://desk.example/o/#')
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(saved()).toMatchObject([
      {
        settings: {
          externalLinks: [{ name: 'Desk', icon: 'link', url: 'https://desk.example/o/#', field: 'user.userId' }],
        },
      },
    ]),
  )
})

it('a change of another person is shown before it would be overwritten', async () => {
  save = () => {
    stored = { ...stored, version: 9, settings: { ...defaults, farKm: 900 } }
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'version.conflict' } })
  }
  show()
  fireEvent.click(await screen.findByRole('switch', { name: 'Corrections within 24 hours' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/900/)).toBeTruthy()
})

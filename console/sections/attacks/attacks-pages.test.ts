// @vitest-environment jsdom
import type { Attack } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { pressButton } from '../../platform/testing/user-input.ts'
import { Component as AttackPage } from './attack/attack-page.tsx'
import { Component as AttacksPage } from './list/attacks-page.tsx'
import { attack, detail } from './testing/attack-samples.ts'

let attacks: () => Attack[]
let get: () => unknown
let calls: RecordedCall[]
beforeEach(() => {
  stubLayout()
  attacks = () => [attack]
  get = () => detail
  calls = stubConsoleApi({
    'attacks.list': () => attacks(),
    'attacks.get': () => get(),
    'attacks.setStep': () => detail.checklist,
    'attacks.preview': () => ({ attempts: 1240, stopped: 1230, others: 2 }),
    'attacks.contain': () => detail,
    'attacks.release': () => detail,
  })
})
const showList = () => renderFailingPage(createElement(AttacksPage), pageAddress)
const showAttack = () => renderFailingPage(createElement(AttackPage), pageAddress)
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)

it('an attack in the list says what it is, how large it is, and opens its page', async () => {
  showList()
  const link = await screen.findByRole('link', { name: 'Password spraying' })
  expect(link.getAttribute('href')).toContain(`/fraud/attacks/${attack.id}`)
  expect(screen.getByText('Running')).toBeTruthy()
  expect(screen.getByText('1,240')).toBeTruthy()
})

it('an attack of an environment below opens in its own, whose name stands beside it', async () => {
  const below = '0198a000-0000-7000-8000-000000000002'
  attacks = () => [attack, { ...attack, id: '0198a000-0000-4000-8000-0000000000c2', environmentId: below }]
  showList()
  const [own, other] = await screen.findAllByRole('link', { name: 'Password spraying' })
  expect(own?.getAttribute('href')).toContain(`env=${attack.environmentId}`)
  expect(other?.getAttribute('href')).toContain(`env=${below}`)
  expect(screen.getByRole('columnheader', { name: 'Environment' })).toBeTruthy()
  expect(screen.getByText('Harbor')).toBeTruthy()
})

it('an empty list says what would appear in it', async () => {
  attacks = () => []
  showList()
  expect(await screen.findByText('No attacks')).toBeTruthy()
  expect(screen.getByText(/checked every 15 seconds/)).toBeTruthy()
})

it('a list that cannot be read offers to try again', async () => {
  attacks = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  showList()
  expect(await screen.findByRole('button', { name: /Try again|Retry/ })).toBeTruthy()
})

it('an attack has its fingerprint in words, the accounts that fell, and its devices', async () => {
  showAttack()
  expect(await screen.findByText('3 devices, 4 IP addresses in 1 network')).toBeTruthy()
  expect(screen.getByText('Headless Chrome')).toBeTruthy()
  expect(screen.getByText(/more even than people are: a program/)).toBeTruthy()
  expect(screen.getByText(/Most of the accounts exist here/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'U-77' }).getAttribute('href')).toContain('/search/accountlogin/')
  expect(screen.getByText('203.0.113.7')).toBeTruthy()
  expect(screen.getByText('The first 1 of 4 accounts.')).toBeTruthy()
})

it('a step of the checklist is sent when it is ticked, and says who did it', async () => {
  showAttack()
  expect(await screen.findByText('Ottilie Brandt')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: /^Contain the attack/ }))
  await waitFor(() => expect(inputsOf('attacks.setStep')).toMatchObject([{ step: 'contain', done: true }]))
})

it('an attack that does not exist says so', async () => {
  get = () => {
    throw new ORPCError('NOT_FOUND')
  }
  showAttack()
  expect(await screen.findByText('Attack not found')).toBeTruthy()
})

it('a containment says what it would have stopped before it is started', async () => {
  showAttack()
  await pressButton('Contain the attack')
  expect(
    await screen.findByText('It would have stopped 1,230 of 1,240 attempts, and 2 other events in the last 24 hours.'),
  ).toBeTruthy()
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Its IP addresses' }))
  await waitFor(() => expect(inputsOf('attacks.preview').at(-1)).toMatchObject({ keyTypes: ['device'] }))
  fireEvent.click(dialog.getByRole('button', { name: /^Contain the attack/ }))
  await waitFor(() =>
    expect(inputsOf('attacks.contain')).toMatchObject([
      { settings: { action: 'reject', keyTypes: ['device'], hours: 4, note: '' } },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('without a kind of values there is nothing to contain', async () => {
  showAttack()
  await pressButton('Contain the attack')
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Its IP addresses' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Its devices' }))
  expect(await dialog.findByText('Choose at least one kind.')).toBeTruthy()
  expect(inputsOf('attacks.contain')).toEqual([])
})

it('a containment in force is taken back with one click', async () => {
  get = () => ({
    ...detail,
    contained: true,
    containments: [
      {
        action: 'reject',
        keyTypes: ['device', 'ip'],
        note: 'Known bots',
        by: 'Ottilie Brandt',
        from: '2026-11-27T03:10:00.000Z',
        until: '2026-11-27T07:10:00.000Z',
        endedBy: null,
        active: true,
      },
    ],
  })
  showAttack()
  expect(await screen.findByText('Known bots')).toBeTruthy()
  await pressButton('Take back')
  await waitFor(() => expect(inputsOf('attacks.release')).toMatchObject([{ attackId: expect.any(String) }]))
})

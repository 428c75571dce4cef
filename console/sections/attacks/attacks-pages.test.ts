// @vitest-environment jsdom
import type { Attack } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
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

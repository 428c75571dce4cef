// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage } from '../../../platform/testing/lost-session.ts'
import { fillField } from '../../../platform/testing/user-input.ts'
import { VelocityTester } from './velocity-tester.tsx'

beforeEach(() => {
  stubConsoleApi({})
})

it('what a velocity is tried with is there again after a lost session', async () => {
  const { loseSession } = renderPage(createElement(VelocityTester, { setId: 'set', names: ['Spending'] }))
  const findKey = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Key' })
  const findWindow = () => screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Window' })
  fillField(await findKey(), 'half-a-key')
  fillField(await findWindow(), '3')
  loseSession()
  expect((await findKey()).value).toBe('half-a-key')
  expect((await findWindow()).value).toBe('3')
  expect(readRecoveryKeys()).toEqual([])
})

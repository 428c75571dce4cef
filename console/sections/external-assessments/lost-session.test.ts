// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { type RecordedCall, stubConsoleApi, unanswered } from '../../platform/testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage, waitForCall } from '../../platform/testing/lost-session.ts'
import { chooseOption, fillField, pressButton } from '../../platform/testing/user-input.ts'
import { AssessmentListPage } from './assessment-list-page.tsx'
import { target } from './testing/target.ts'

let calls: RecordedCall[]
beforeEach(() => {
  calls = stubConsoleApi({
    'externalAssessments.list': () => [],
    'externalAssessments.targets': () => [target],
    'externalAssessments.create': unanswered,
  })
})

it('the panel of a new external assessment is open again after a lost session, with what was chosen and typed', async () => {
  const { loseSession } = renderPage(createElement(AssessmentListPage))
  await pressButton('New external assessment')
  const findPanel = async () => within(await screen.findByRole('dialog'))
  const findField = async (name: string) => (await findPanel()).findByRole<HTMLInputElement>('textbox', { name })
  const findTarget = async () => (await findPanel()).findByRole('combobox', { name: 'Target assessment' })
  await chooseOption(await findTarget(), 'Seller payout – Harbor')
  fillField(await findField('Name'), 'Unfinished_assessment')
  fillField(await findField('Description'), 'What it is for')
  await pressButton('Create')
  await waitForCall(calls, 'externalAssessments.create')
  loseSession()
  const name = await findField('Name')
  await waitFor(() => expect(name.value).toBe('Unfinished_assessment'))
  expect((await findField('Description')).value).toBe('What it is for')
  expect((await findTarget()).textContent).toContain('Seller payout')
  expect(readRecoveryKeys()).toEqual([])
})

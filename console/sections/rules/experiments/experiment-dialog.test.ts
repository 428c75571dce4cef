// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { productionBranch, rulePage } from '../testing/rules.ts'
import { ExperimentDialog } from './experiment-dialog.tsx'

let calls: RecordedCall[]
beforeEach(() => {
  calls = stubConsoleApi({ 'branches.startExperiment': () => ({}) })
})

it('an experiment with a share that is none is not started, least of all with another share than was typed', async () => {
  const branch = { ...productionBranch, apiName: 'trial', name: 'Trial', production: false }
  const onClose = vi.fn()
  renderPage(rulePage(createElement(ExperimentDialog, { branch, onClose })))
  fillField(await screen.findByRole('textbox', { name: 'Name of the experiment' }), 'One in four')
  const share = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Traffic share in percent' })
  for (const wrong of ['0', '250', '12.5']) {
    share.focus()
    fillField(share, wrong)
    // What is typed is read as the field is left.
    fireEvent.blur(share)
    await pressButton('Run experiment')
    expect(await screen.findByText('Enter a whole number from 1 to 100.')).toBeTruthy()
    expect(share.value).toBe(wrong)
  }
  expect(calls).toEqual([])
  fillField(share, '25')
  await pressButton('Run experiment')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(calls).toMatchObject([{ input: { environmentId, eventType: 'purchase', branch: 'trial', share: 25 } }])
})

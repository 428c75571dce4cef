// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { type RecordedCall, stubConsoleApi, unanswered } from '../../platform/testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage, waitForCall } from '../../platform/testing/lost-session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { ExternalTiles } from './external-tiles.tsx'
// What the card fetches when its tiles are edited.
import './tile-editor.tsx'

const tiles = { version: 1, tiles: [], builtIn: { documentation: null, feedback: null, support: null } }

let calls: RecordedCall[]
beforeEach(() => {
  calls = stubConsoleApi({
    'externalTiles.list': () => tiles,
    'externalTiles.definition': () => tiles,
    'externalTiles.save': unanswered,
  })
})

it('the tiles of the dashboard are open again after a lost session, with what was typed', async () => {
  const { loseSession } = renderPage(createElement(ExternalTiles))
  await pressButton('Manage tiles')
  const findFeedback = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Tell us what you think' })
  fillField(await findFeedback(), 'https://feedback.example.com/')
  await pressButton('Save tiles')
  await waitForCall(calls, 'externalTiles.save')
  loseSession()
  const feedback = await findFeedback()
  await waitFor(() => expect(feedback.value).toBe('https://feedback.example.com/'))
  expect(readRecoveryKeys()).toEqual([])
})

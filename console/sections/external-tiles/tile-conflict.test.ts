// @vitest-environment jsdom
import type { TileDefinition } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { ExternalTiles } from './external-tiles.tsx'
// What the card fetches when its tiles are edited.
import './tile-editor.tsx'

let stored: TileDefinition
beforeEach(() => {
  stored = {
    version: 1,
    tiles: [],
    builtIn: { documentation: null, feedback: null, support: null },
  } as unknown as TileDefinition
  stubConsoleApi({
    'externalTiles.list': () => stored,
    'externalTiles.definition': () => stored,
    'externalTiles.save': ({ baseVersion, tiles, builtIn }) => {
      if (baseVersion !== stored.version)
        throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'version.conflict' } })
      stored = { ...stored, tiles, builtIn, version: stored.version + 1 } as TileDefinition
      return stored
    },
  })
})

it('tiles that somebody else saved meanwhile are shown beside what was typed, which is kept over them on request', async () => {
  renderPage(createElement(ExternalTiles))
  await pressButton('Manage tiles')
  const feedback = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Tell us what you think' })
  fillField(feedback, 'https://mine.example.com/')
  stored = { ...stored, builtIn: { ...stored.builtIn, feedback: 'https://theirs.example.com/' }, version: 2 }
  await pressButton('Save tiles')
  await screen.findByRole('row', {
    name: 'Tell us what you think https://mine.example.com/ https://theirs.example.com/',
  })
  await pressButton('Keep mine')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stored).toMatchObject({ builtIn: { feedback: 'https://mine.example.com/' }, version: 3 })
})

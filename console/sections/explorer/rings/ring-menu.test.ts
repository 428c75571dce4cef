// @vitest-environment jsdom
import type { Ring } from '@assay/risk-service/contract'
import { fireEvent, screen } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { RingMenu } from './ring-menu.tsx'

const ring = { id: 'r', name: { text: 'Mirela T.', more: 2 }, status: 'open', watched: false } as unknown as Ring
const menu = createElement(RingMenu, { ring, environmentId })

async function readItems(): Promise<(string | null)[]> {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Acts on Mirela T.' }), { key: 'Enter' })
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

it('a ring is watched and dismissed', async () => {
  stubConsoleApi({})
  renderFailingPage(menu)
  expect(await readItems()).toEqual(['What does this ring share', 'Watch', 'Dismiss …'])
})

it('who runs no actions watches a ring, and dismisses none', async () => {
  stubConsoleApi({})
  renderFailingPage(withReadAccess(menu))
  expect(await readItems()).toEqual(['What does this ring share', 'Watch'])
})

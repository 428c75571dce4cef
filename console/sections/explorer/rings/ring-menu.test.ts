// @vitest-environment jsdom
import type { Ring } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { chooseMenuItem } from '../../../platform/testing/user-input.ts'
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

it('a watch is confirmed, and the focus returns to the menu', async () => {
  stubConsoleApi({ 'rings.watch': () => ({ watched: true }), 'rings.list': () => ({ rings: [], total: 0 }) })
  renderFailingPage(menu)
  const button = await screen.findByRole('button', { name: 'Acts on Mirela T.' })
  button.focus()
  await chooseMenuItem('Acts on Mirela T.', 'Watch')
  await screen.findByText('Mirela T. is watched. You are notified when it grows.')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

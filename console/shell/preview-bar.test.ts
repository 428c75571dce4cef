// @vitest-environment jsdom
import type { RightsPreviewDescription, Session } from '@assay/risk-service/contract'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setPreviewEnd } from '../platform/rights-preview/tab-preview.ts'
import { sessionKeys, store } from '../platform/storage/browser-storage.ts'
import { environmentId, stubConsoleApi } from '../platform/testing/console-api-stub.ts'
import { renderPage } from '../platform/testing/lost-session.ts'
import { withSession } from '../platform/testing/session.ts'
import { pressButton } from '../platform/testing/user-input.ts'
import { PreviewBar } from './preview-bar.tsx'

const preview: RightsPreviewDescription = {
  id: '0198a000-0000-7000-8000-0000000000aa',
  kind: 'roles',
  name: '',
  roles: ['SupportAgent', 'AllAreasViewer'],
  environmentId,
  environmentName: 'Harbor',
  endsAt: '2026-01-01T10:30:00.000Z',
}
beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const shown = async (description: Partial<RightsPreviewDescription>) => {
  stubConsoleApi({})
  const change = (session: Session): Session => ({ ...session, preview: { ...preview, ...description } })
  renderPage(withSession(createElement(PreviewBar), change))
  return (await screen.findByRole('note')).textContent
}

it('says with which roles the console is shown, where, and until when', async () => {
  expect(await shown({})).toMatch(/Preview with SupportAgent, AllAreasViewer in Harbor\. Read-only\..*Until/)
})

it.each([
  ['user', 'Preview as Ann Alder. Read-only.'],
  ['group', 'Preview as the group Ann Alder. Read-only.'],
] as const)('says whose rights they are: %s', async (kind, text) => {
  expect(await shown({ kind, name: 'Ann Alder', roles: [] })).toContain(text)
})

it('is left by its button: the preview ends on the service', async () => {
  const end = vi.fn(() => Promise.resolve())
  setPreviewEnd(end)
  store('session', sessionKeys.rightsPreview, preview.id)
  vi.stubGlobal('location', { ...location, assign: vi.fn() })
  await shown({})
  await pressButton('Leave')
  await waitFor(() => expect(end).toHaveBeenCalledWith(preview.id))
})

it('says after its end that it has ended, until that is put away', async () => {
  store('session', sessionKeys.rightsPreviewEnded, '1')
  stubConsoleApi({})
  renderPage(createElement(PreviewBar))
  expect(await screen.findByText('The preview has ended. The console shows your own rights.')).toBeTruthy()
  await pressButton('Dismiss message')
  await waitFor(() => expect(screen.queryByText(/The preview has ended/)).toBeNull())
})

// @vitest-environment jsdom
import type { Session } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, pageAddress, stubConsoleApi } from '../testing/console-api-stub.ts'
import { renderPage } from '../testing/lost-session.ts'
import { withSession } from '../testing/session.ts'
import { environmentParameter } from './environments.tsx'
import { NoEnvironment } from './no-environment.tsx'
// What it fetches for an organisation without environments.
import './set-up-page.tsx'

beforeEach(() => {
  stubConsoleApi({})
})

const content = createElement(NoEnvironment)
const setUp = (session: Session): Session => ({ ...session, setUp: true })

it('a link to an environment out of reach offers the way to one within, and opens no other in its place', async () => {
  const foreign = pageAddress.replace(environmentId, '0198a000-0000-7000-8000-0000000000ff')
  const { readSearch } = renderPage(withSession(content, setUp), foreign)
  await screen.findByText('Environment not found')
  fireEvent.click(screen.getByRole('button', { name: 'Open Harbor' }))
  await waitFor(() => expect(screen.queryByText('Environment not found')).toBeNull())
  expect(new URLSearchParams(readSearch()).get(environmentParameter)).toBe(environmentId)
})

it('who may not set up an organisation hears who has to', async () => {
  renderPage(withSession(content, session => ({ ...session, setUp: false, environments: [] })))
  await screen.findByText('A global administrator must set up this product first.')
  expect(screen.getByRole('button', { name: 'Switch organization' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Start setup' })).toBeNull()
})

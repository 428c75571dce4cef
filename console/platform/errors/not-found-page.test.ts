// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentParameter } from '../environments/environments.tsx'
import { environmentId, stubConsoleApi } from '../testing/console-api-stub.ts'
import { renderFailingPage } from '../testing/failing-page.ts'
import { fillField, pressButton } from '../testing/user-input.ts'
import { NotFoundPage } from './not-found-page.tsx'

beforeEach(() => {
  stubConsoleApi({})
})

const renderAt = (address: string) =>
  renderFailingPage(createElement(NotFoundPage), `${address}?${environmentParameter}=${environmentId}`)

it('an address without a page leads on to the event that was looked for', async () => {
  const router = renderAt('/nothing/here')
  expect(await screen.findByRole('heading', { level: 1, name: 'This page does not exist' })).toBeTruthy()
  fillField(screen.getByRole('searchbox', { name: 'ID of an event' }), 'nothing-has-this-id')
  await pressButton('Search')
  expect(router.state.location.pathname).toBe('/search')
  expect(router.state.location.search).toContain('nothing-has-this-id')
})

it('an address without a page leads on to the start', async () => {
  const router = renderAt('/nothing/here')
  fireEvent.click(await screen.findByRole('link', { name: 'Open dashboard' }))
  expect(router.state.location.pathname).toBe('/')
})

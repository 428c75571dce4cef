// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { ExternalTiles } from './external-tiles.tsx'

const desk = {
  id: '0195b5a1-7a2e-7c10-8a55-000000000001',
  title: 'Chargeback desk',
  description: '',
  url: 'https://desk.example.com/queue',
  picture: null,
}

it('links of the dashboard open elsewhere, without a trace, and lead to the API of the service itself', async () => {
  stubConsoleApi({
    'externalTiles.list': () => ({ tiles: [desk], builtIn: { documentation: null, feedback: null, support: null } }),
  })
  renderPage(createElement(ExternalTiles))
  const attributesOf = (name: RegExp) =>
    ['href', 'target', 'rel', 'referrerpolicy'].map(each => screen.getByRole('link', { name }).getAttribute(each))
  await screen.findByRole('link', { name: /^Chargeback desk/ })
  const elsewhere = ['_blank', 'noopener noreferrer', 'no-referrer']
  expect(attributesOf(/^Chargeback desk/)).toEqual(['https://desk.example.com/queue', ...elsewhere])
  expect(attributesOf(/^View documentation/)).toEqual(['/openapi.json', ...elsewhere])
})

// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './data-page.tsx'

let reachable: boolean
const answer = (value: unknown) => () => {
  if (!reachable) throw new ORPCError('INTERNAL_SERVER_ERROR')
  return value
}
beforeEach(() => {
  reachable = false
  const templates = { templates: [], used: 0, limit: 10 }
  stubConsoleApi({
    'rules.overview': () => [],
    'velocities.list': () => [],
    'functions.list': () => [],
    'externalCalls.list': () => [],
    'externalAssessments.list': () => [],
    'ruleTemplates.list': () => templates,
    'assessmentTemplates.list': () => templates,
    'environmentTemplates.list': () => templates,
    'ontology.get': () => ({ attributes: [] }),
    'customLists.list': answer({ lists: [], total: 3 }),
    'supportLists.list': answer([{ entries: 4 }, { entries: 1 }]),
  })
})

it('figures of one card that are missing are asked for again with one button', async () => {
  renderFailingPage(createElement(Component))
  await screen.findByRole('button', { name: 'Try again' })
  const card = (await screen.findByRole('link', { name: 'Lists' })).closest('li') ?? document.body
  expect(within(card).getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
  reachable = true
  await pressButton('Try again')
  await waitFor(() => expect(card.textContent).toContain('3 custom lists'))
  expect(card.textContent).toContain('5 support-list entries')
  expect(within(card).queryByRole('button', { name: 'Try again' })).toBeNull()
})

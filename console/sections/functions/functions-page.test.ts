// @vitest-environment jsdom
import type { Dependent, FunctionBody, FunctionResource, FunctionSummary } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { replaceCode } from '../../platform/testing/code-input.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
// What the page fetches when a function is opened.
import './editor/function-editor-page.tsx'
import { Component as FunctionsPage } from './list/functions-page.tsx'

const functionId = '0198a000-0000-7000-8000-000000000011'
const body: FunctionBody = {
  name: 'Pricing',
  description: '',
  parameters: [{ name: '_qty', type: 'Integer', default: '6' }],
  properties: [{ name: 'Result', description: '', type: 'Double', default: '0', code: 'RETURN _qty * 7' }],
  sample: { eventType: 'Purchase', payload: { totalAmount: 10 } },
}
const published: FunctionResource = {
  id: functionId,
  environmentId,
  status: 'published',
  version: 1,
  published: body,
  publishedBy: 'engineer@example.com',
  publishedAt: '2026-01-01T00:00:00Z',
  draft: null,
}
const withDraft = (resource: FunctionResource, draft: FunctionBody = body): FunctionResource => ({
  ...resource,
  draft: { ...draft, baseVersion: resource.version, savedAt: '2026-01-01T00:00:00Z' },
})
const draft = withDraft({
  ...published,
  status: 'draft',
  version: 0,
  published: null,
  publishedBy: null,
  publishedAt: null,
})
const summary: FunctionSummary = {
  id: functionId,
  environmentId,
  inherited: false,
  call: 'Functions.Pricing',
  name: 'Pricing',
  description: '',
  status: 'published',
  hasDraft: false,
  version: 1,
  parameters: [],
  properties: ['Result'],
  updatedBy: 'engineer@example.com',
  updatedAt: '2026-01-01T00:00:00Z',
}
const user: Dependent = {
  resource: 'rule',
  id: '0198a000-0000-7000-8000-000000000021',
  name: 'Calls Pricing',
  type: 'decision',
  environmentId,
  environment: 'Harbor',
  eventType: 'purchase',
}

let resource: FunctionResource
let made: string[]
let saved: () => Promise<unknown>
let calls: RecordedCall[]
beforeEach(() => {
  resource = published
  made = []
  saved = () => Promise.resolve()
  calls = stubConsoleApi({
    'functions.list': () => [summary],
    'functions.get': () => resource,
    'functions.evaluate': () => ({
      problems: [],
      results: [{ property: 'Result', value: 0, error: { code: 'FQL4001', message: 'Division by zero.' } }],
    }),
    'velocities.vocabulary': () => ({
      events: [{ name: 'Purchase', label: 'Purchase', payload: {}, vocabulary: { attributes: [] } }],
    }),
    'functions.create': ({ functionId: id }) => {
      if (made.includes(String(id))) throw new ORPCError('CONFLICT', { data: { reason: 'resource.exists' } })
      made.push(String(id))
      resource = { ...draft, id: String(id) }
      throw new TypeError('Failed to fetch')
    },
    'functions.saveDraft': async input => {
      await saved()
      resource = withDraft(resource, input['body'] as FunctionBody)
      return resource
    },
    'functions.publish': () => {
      throw new ORPCError('CONFLICT', { data: { reason: 'resource.used', dependents: [user] } })
    },
  })
})

const renderFunctions = () => renderPage(createElement(FunctionsPage))
const renderFunction = () => renderPage(createElement(FunctionsPage), `${pageAddress}&function=${functionId}`)
const findRail = async () => within(await screen.findByRole('navigation', { name: 'Parameters and properties' }))

it('a function whose answer was lost on its way is opened by the second try, which makes no other', async () => {
  renderFunctions()
  await screen.findByRole('link', { name: 'Pricing' })
  await pressButton('New function')
  expect(await screen.findByText('Something went wrong. Try again in a moment.')).toBeTruthy()
  await pressButton('New function')
  expect(await screen.findByRole('region', { name: 'Function evaluation' })).toBeTruthy()
  expect(made).toHaveLength(1)
})

it('a function that fails says why its default stands in', async () => {
  resource = draft
  renderFunction()
  const results = within(await screen.findByRole('region', { name: 'Function evaluation' }))
  expect(await results.findByText(/^Default value used:/)).toBeTruthy()
})

it('what is chosen while a draft is being begun stays chosen in it', async () => {
  let begin = () => {}
  saved = () =>
    new Promise<void>(resolve => {
      begin = resolve
    })
  renderFunction()
  await pressButton('Edit')
  fireEvent.click((await findRail()).getByRole('button', { name: /_qty/ }))
  await waitFor(() => expect(calls.map(({ procedure }) => procedure)).toContain('functions.saveDraft'))
  begin()
  saved = () => Promise.resolve()
  expect(await screen.findByRole('button', { name: 'Discard' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Add parameter' })).toBeTruthy()
})

it('a function whose parameters others rely on is not published, and its users are named', async () => {
  resource = withDraft(published)
  renderFunction()
  await pressButton('Publish')
  await pressButton('Publish function')
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    await dialog.findByText(
      'Nothing was published. This draft removes or changes something that is still in use here.',
    ),
  ).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Calls Pricing' })).toBeTruthy()
})

it('who may only read has no commands for functions', async () => {
  renderPage(withReadAccess(createElement(FunctionsPage)))
  expect(await screen.findByRole('link', { name: 'Pricing' })).toBeTruthy()
  expect(screen.getByText(/of 30 published/)).toBeTruthy()
  for (const name of ['New function', /^Actions for /]) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('a draft of a function has its sample that is no JSON yet again after a lost session, and the name that was typed', async () => {
  resource = draft
  const { loseSession } = renderFunction()
  const findSample = () => screen.findByRole('textbox', { name: 'Sample request as JSON' })
  await findSample()
  await replaceCode('Sample request as JSON', '{"half": ')
  expect(await screen.findByText(/This is not a JSON object/)).toBeTruthy()
  await pressButton('Rename function')
  fillField(await screen.findByRole('textbox', { name: 'Rename function' }), 'Half_')
  loseSession()
  expect((await findSample()).textContent).toContain('"half":')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Rename function' })).value).toBe('Half_')
})

it('what a published function is tried with is there again after a lost session', async () => {
  const { loseSession } = renderFunction()
  const findSample = () => screen.findByRole('textbox', { name: 'Sample request as JSON' })
  await findSample()
  await replaceCode('Sample request as JSON', '{"half": 1}')
  loseSession()
  await waitFor(async () => expect((await findSample()).textContent).toContain('"half": 1'))
})

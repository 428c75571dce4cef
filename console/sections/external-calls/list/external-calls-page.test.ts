// @vitest-environment jsdom
import type { ExternalCall, ExternalCallBody } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { IntlProvider } from 'react-intl'
import { beforeEach, expect, it, vi } from 'vitest'
import german from '../../../../locales/de-DE.json' with { type: 'json' }
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { renderPage, waitForCall } from '../../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
// What the page fetches when a call is opened.
import '../setup/call-setup-page.tsx'
import { Component } from './external-calls-page.tsx'

const figures = { requests: 0, succeeded: 0, failed: 0, timedOut: 0, latency: null }
const callId = '0198a000-0000-7000-8000-000000000040'
const body = {
  name: 'phone',
  description: '',
  parameters: [],
  configurations: [],
  method: 'GET',
  url: 'https://nobody.invalid/',
  headers: [],
  requestBody: null,
  authentication: { method: 'anonymous' },
  keepAliveUrl: null,
  sampleResponse: {},
  timeoutMs: 200,
  defaultResponse: {},
} as ExternalCallBody
const createCall = (id: string, callBody: ExternalCallBody, version: number): ExternalCall => ({
  id,
  environmentId,
  version,
  body: callBody,
  used: false,
  usedByActive: false,
  suspendedUntil: null,
  updatedBy: 'Ana Lindqvist',
  updatedAt: '2026-01-01T00:00:00Z',
})

/** The calls of a service that answers at a time of the test, or refuses. */
let store: Map<string, ExternalCall>
let answerTime: Promise<void>
let calls: RecordedCall[]
const refuse = vi.fn<(procedure: string) => void>()
async function save(procedure: string, id: string, next: ExternalCall): Promise<ExternalCall> {
  await answerTime
  store.set(id, next)
  refuse(procedure)
  return next
}
const conflict = (data: object) => new ORPCError('CONFLICT', { status: 409, data })

beforeEach(() => {
  store = new Map([[callId, createCall(callId, body, 1)]])
  answerTime = Promise.resolve()
  refuse.mockReset()
  calls = stubConsoleApi({
    'externalCalls.list': () => [...store.values()].map(each => ({ ...each, figures })),
    'externalCalls.get': ({ callId: id }) => store.get(String(id)),
    'externalCalls.create': async ({ callId: id, body: sent }) => {
      if (store.has(String(id))) throw conflict({ reason: 'externalCalls.exists' })
      return save('create', String(id), createCall(String(id), sent as ExternalCallBody, 1))
    },
    'externalCalls.update': async ({ callId: id, body: sent, baseVersion }) => {
      const stored = store.get(String(id))
      if (!stored || stored.version !== baseVersion)
        throw conflict({ reason: 'version.conflict', currentVersion: stored?.version, changedBy: 'Ana Lindqvist' })
      return save('update', String(id), createCall(String(id), sent as ExternalCallBody, stored.version + 1))
    },
  })
})

const content = createElement(Component)
const open = (call: string) => renderPage(content, `${pageAddress}&call=${call}`)
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const fill = async (name: string, text: string) => fillField(await box(name), text)
const fillNewCall = async (name: string) => {
  await fill('Name', name)
  await fill('URL', 'https://nobody.invalid/')
}
/** Sends the form, whose request is answered when the returned function is called. */
async function sendForm(button: string, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  answerTime = promise
  await pressButton(button)
  await waitForCall(calls, procedure)
  return resolve
}
async function discardChanges() {
  await pressButton('Cancel')
  await screen.findByRole('alertdialog')
  await pressButton('Discard changes')
  await screen.findByRole('heading', { level: 1, name: 'External calls' })
}

it('the first faulty field of an external call gets the focus, and text that is too long stays', async () => {
  open('new')
  await pressButton('Create')
  await waitFor(async () => expect(document.activeElement).toBe(await box('Name')))
  await fillNewCall('meanwhile')
  const long = 'x'.repeat(501)
  await fill('Description', long)
  await pressButton('Create')
  await screen.findByText('Use at most 500 characters.')
  expect((await box('Description')).value).toBe(long)
  expect(calls.map(({ procedure }) => procedure)).not.toContain('externalCalls.create')
})

it('the button that adds a parameter has the focus when its last row was removed', async () => {
  open('new')
  await pressButton('Add parameter')
  const remove = await screen.findByRole('button', { name: 'Remove Parameters 1' })
  remove.focus()
  fireEvent.click(remove)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add parameter'))
})

it('an external call whose answer was lost is found again, and what is typed while it is made stays', async () => {
  refuse.mockImplementationOnce(() => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  })
  const { readSearch } = open('new')
  await fillNewCall('meanwhile')
  await pressButton('Create')
  await waitFor(() => expect(screen.getAllByText('Something went wrong').length).toBeGreaterThan(0))
  await fill('Default response', '{"later": true}')
  const answer = await sendForm('Create', 'externalCalls.update')
  await fill('Description', 'Typed meanwhile')
  answer()
  await screen.findByRole('heading', { level: 1, name: 'meanwhile' })
  const [made] = [...store.keys()].filter(id => id !== callId)
  await waitFor(() => expect(readSearch()).toContain(`call=${made}`))
  expect((await box('Description')).value).toBe('Typed meanwhile')
  expect((await box('Default response')).value).toContain('"later": true')
  expect(store.get(made ?? '')).toMatchObject({ version: 2, body: { defaultResponse: { later: true } } })
})

it('an external call that was just made is opened again as it is stored by then', async () => {
  open('new')
  await fillNewCall('made')
  await pressButton('Create')
  await screen.findAllByText('made saved.')
  const made = [...store.values()].find(each => each.body.name === 'made')
  // Meanwhile a rule that makes the call was published.
  if (made) store.set(made.id, { ...made, used: true })
  await pressButton('Cancel')
  fireEvent.click(await screen.findByRole('link', { name: 'made' }))
  await screen.findByText('Name and parameters are locked because rules use this call.')
  expect((await box('Name')).readOnly).toBe(true)
})

it('what is typed while an external call is changed stays, and is asked about before the form goes', async () => {
  open(callId)
  await fill('Description', 'Sent')
  const answer = await sendForm('Save', 'externalCalls.update')
  await fill('Description', 'Typed again')
  answer()
  await screen.findAllByText('phone saved.')
  expect((await box('Description')).value).toBe('Typed again')
  expect(store.get(callId)?.body.description).toBe('Sent')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))
  await discardChanges()
})

it('an answer about an external call that comes after its form was left leads nowhere', async () => {
  const { readSearch } = open('new')
  await fillNewCall('left')
  const answer = await sendForm('Create', 'externalCalls.create')
  await discardChanges()
  answer()
  await screen.findAllByText('left saved.')
  await screen.findByRole('link', { name: 'left' })
  expect(readSearch()).not.toContain('call=')
})

it('a change of somebody else while the session was lost is asked about, and what was typed is kept over it', async () => {
  const { loseSession } = open(callId)
  await fill('Description', 'Mine, kept')
  store.set(callId, createCall(callId, { ...body, description: 'Theirs meanwhile' }, 2))
  loseSession()
  await waitFor(async () => expect((await box('Description')).value).toBe('Mine, kept'))
  await pressButton('Save')
  await screen.findByRole('dialog', { name: 'Someone else saved changes' })
  await pressButton('Keep mine')
  await screen.findAllByText('phone saved.')
  expect(store.get(callId)).toMatchObject({ version: 3, body: { description: 'Mine, kept' } })
})

it('a name that another external call has is told in the language of the reader', async () => {
  refuse.mockImplementationOnce(() => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', {
      status: 422,
      data: { issues: [{ path: ['body', 'name'], message: 'Another call has this name.' }] },
    })
  })
  renderPage(
    createElement(IntlProvider, { locale: 'de-DE', messages: german, children: content }),
    `${pageAddress}&call=new`,
  )
  await fillNewCall('PHONE')
  await pressButton('Erstellen')
  await screen.findByText('Diesen Namen gibt es bereits.')
  expect((await box('Name')).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Another call has this name.')).toBeNull()
})

it('the address in the card of an external call is cut at its own end in every language', async () => {
  renderPage(content)
  const target = await screen.findByText('GET https://nobody.invalid/')
  expect(target.getAttribute('dir')).toBe('ltr')
  expect(target.classList).toContain('truncate')
})

it('a reader is offered no command for external calls, and no form', async () => {
  renderPage(withReadAccess(content))
  await screen.findByText('You can view external calls but not change them.')
  expect(screen.queryByRole('button', { name: 'New external call' })).toBeNull()
  cleanup()
  renderPage(withReadAccess(content), `${pageAddress}&call=new`)
  await screen.findByText('You cannot open this page')
  expect(screen.queryByRole('textbox', { name: 'URL' })).toBeNull()
})

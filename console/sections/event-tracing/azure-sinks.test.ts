// @vitest-environment jsdom
import type { DeliveryTest, EventSubscription, SinkList } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './page/event-tracing-page.tsx'
import { acceptedTest, healthy, sinkList } from './testing/tracing-samples.ts'

const hubConnection =
  'Endpoint=sb://harbor.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey=a2V5;EntityPath=fraud-events'
const hubSink = {
  kind: 'eventHubs',
  namespace: 'harbor.servicebus.windows.net',
  hub: 'fraud-events',
  batch: 1,
} as const
const storageConnection =
  'DefaultEndpointsProtocol=https;AccountName=harbor;AccountKey=a2V5;EndpointSuffix=core.windows.net'

let calls: RecordedCall[]
let sinks: SinkList['sinks']
let stored: EventSubscription
let answerTest: () => DeliveryTest
beforeEach(() => {
  stubLayout()
  stored = { ...healthy, sink: hubSink }
  sinks = sinkList.sinks.map(({ kind }) => ({ kind, obstacle: null }))
  answerTest = () => ({ ...acceptedTest, status: null })
  calls = stubConsoleApi({
    'eventSubscriptions.sinks': () => ({ ...sinkList, sinks }),
    'eventSubscriptions.list': () => [stored],
    'eventSubscriptions.deadLetters': () => ({ total: 0, deadLetters: [] }),
    'eventSubscriptions.test': () => answerTest(),
    'eventSubscriptions.create': () => stored,
    'eventSubscriptions.update': () => stored,
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const open = (address = pageAddress) => renderFailingPage(createElement(Component), address)
async function openForm(sink: string) {
  open()
  await pressButton('New subscription')
  const fields = within(await screen.findByRole('dialog'))
  fillField(fields.getByRole('textbox', { name: /^Name/ }), 'Orders')
  fireEvent.click(fields.getByRole('checkbox', { name: 'Transactions' }))
  fireEvent.click(await fields.findByRole('radio', { name: sink }))
  return fields
}

it('sinks that are not available are listed with the reason, and cannot be chosen', async () => {
  sinks = [
    { kind: 'webhook', obstacle: null },
    { kind: 'eventHubs', obstacle: 'switchedOff' },
    { kind: 'blobStorage', obstacle: 'notInstalled' },
  ]
  open()
  await pressButton('New subscription')
  const fields = within(await screen.findByRole('dialog'))
  const choice = await fields.findByRole('radio', { name: 'Azure Event Hubs' })
  expect(choice.hasAttribute('disabled')).toBe(true)
  expect(fields.getByText(/ASSAY_EVENT_SINKS/)).toBeTruthy()
  expect(fields.getByRole('radio', { name: 'Azure Blob Storage' }).hasAttribute('disabled')).toBe(true)
  expect(fields.getByText(/not installed/)).toBeTruthy()
})

it('an event hub is read of its connection string, and tested before it is stored', async () => {
  const fields = await openForm('Azure Event Hubs')
  const connection = fields.getByLabelText(/^Connection string/)
  fillField(connection, 'https://vault.example/secrets/hub')
  await pressButton('Test connection')
  expect(fields.getByText(/not the connection string of an event hub/)).toBeTruthy()
  expect(inputsOf('eventSubscriptions.test')).toEqual([])
  fillField(connection, ` ${hubConnection} `)
  answerTest = () => ({ ...acceptedTest, status: null, failure: { reason: 'credential', status: null } })
  await pressButton('Test connection')
  expect(await fields.findByText(/^The key is wrong/)).toBeTruthy()
  answerTest = () => ({
    ...acceptedTest,
    status: null,
    facts: [
      { fact: 'namespace', value: hubSink.namespace },
      { fact: 'hub', value: hubSink.hub },
    ],
  })
  await pressButton('Test connection')
  expect(await fields.findByText(/^The event hub answered in/)).toBeTruthy()
  expect(fields.getByText('Event Hubs namespace')).toBeTruthy()
  expect(fields.getByText(hubSink.namespace)).toBeTruthy()
  await pressButton('Create')
  await waitFor(() =>
    expect(inputsOf('eventSubscriptions.create')).toMatchObject([
      { settings: { sink: hubSink }, credential: hubConnection },
    ]),
  )
})

it('a container needs a connection string and a name that the service has', async () => {
  const fields = await openForm('Azure Blob Storage')
  fillField(fields.getByRole('textbox', { name: /^Container/ }), 'Events')
  await pressButton('Test connection')
  expect(fields.getByText(/not the connection string of a storage account/)).toBeTruthy()
  expect(fields.getByText(/^Use 3 to 63 lower-case letters/)).toBeTruthy()
  fillField(fields.getByLabelText(/^Connection string/), storageConnection)
  fillField(fields.getByRole('textbox', { name: /^Container/ }), 'events')
  await pressButton('Test connection')
  await waitFor(() =>
    expect(inputsOf('eventSubscriptions.test')).toMatchObject([
      {
        sink: {
          kind: 'blobStorage',
          endpoint: 'https://harbor.blob.core.windows.net',
          container: 'events',
          prefix: '',
        },
        credential: storageConnection,
      },
    ]),
  )
})

it('a credential is not passed on to another sink', async () => {
  const fields = await openForm('Azure Event Hubs')
  fillField(fields.getByLabelText(/^Connection string/), hubConnection)
  fireEvent.click(fields.getByRole('radio', { name: 'Azure Blob Storage' }))
  expect(fields.getByLabelText<HTMLInputElement>(/^Connection string/).value).toBe('')
})

it('a stored event hub is shown and changed without its connection string', async () => {
  open(`${pageAddress}&subscription=${stored.id}`)
  expect(await screen.findByText('harbor.servicebus.windows.net/fraud-events')).toBeTruthy()
  await pressButton('Edit')
  const fields = within(await screen.findByRole('dialog'))
  fireEvent.click(fields.getByRole('checkbox', { name: /^Send several events/ }))
  await pressButton('Save')
  await waitFor(() =>
    expect(inputsOf('eventSubscriptions.update')).toMatchObject([
      { settings: { sink: { ...hubSink, batch: 100 } }, credential: null },
    ]),
  )
})

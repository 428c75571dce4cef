// @vitest-environment jsdom
import {
  type DeadLetter,
  type DeliveryTest,
  type EventKindDescription,
  type EventSubscription,
  eventKinds,
} from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './page/event-tracing-page.tsx'
import { acceptedTest, copying, healthy, letter, sinkList, subscription } from './testing/tracing-samples.ts'

let calls: RecordedCall[]
let subscriptions: () => EventSubscription[]
let letters: DeadLetter[]
let answerTest: () => DeliveryTest
let save: () => EventSubscription
let readKinds: () => EventKindDescription[]
let exportFile: () => File
beforeEach(() => {
  stubLayout()
  subscriptions = () => [subscription, healthy]
  letters = [
    letter,
    {
      ...letter,
      id: '0198a000-0000-4000-8000-0000000000e2',
      eventId: 'P-2',
      isQueued: true,
    },
  ]
  answerTest = () => acceptedTest
  save = () => healthy
  readKinds = () => [
    {
      kind: 'latency',
      description: '',
      names: ['FraudProtection.Monitoring.RequestLatencyMsDistribution'],
      sample: { counterName: 'RequestLatencyMsDistribution' },
    },
  ]
  exportFile = () => new File(['x'], 'audit.ndjson.gz')
  calls = stubConsoleApi({
    'eventSubscriptions.sinks': () => sinkList,
    'eventSubscriptions.list': () => subscriptions(),
    'eventSubscriptions.deadLetters': () => ({ total: letters.length, deadLetters: letters }),
    'eventSubscriptions.test': () => answerTest(),
    'eventSubscriptions.create': () => save(),
    'eventSubscriptions.update': () => save(),
    'eventSubscriptions.setActive': () => healthy,
    'eventSubscriptions.remove': () => ({ removed: true }),
    'eventSubscriptions.redeliver': () => ({ queued: 1 }),
    'eventSubscriptions.kinds': () => readKinds(),
    'eventSubscriptions.export': () => exportFile(),
    'eventSubscriptions.exportDeadLetters': () => exportFile(),
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const open = (address = pageAddress) => renderFailingPage(createElement(Component), address)
const detailAddress = `${pageAddress}&subscription=${subscription.id}`
const dialog = async () => within(await screen.findByRole('dialog'))
/** Opens what a summary closes: the environment of the test knows no disclosure. */
function openSample(summary: HTMLElement): void {
  const details = summary.closest('details')
  if (details === null) throw new Error('There is no disclosure.')
  details.open = true
  fireEvent(details, new Event('toggle'))
}
const isDisabled = (button: HTMLElement) =>
  button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true'

it('lists subscriptions with target, state and figures, and opens one by its name', async () => {
  const router = open()
  const table = within(await screen.findByRole('table', { name: 'Subscriptions' }))
  expect(await table.findByText('desk.harbor.example')).toBeTruthy()
  expect(table.getByText('Failing')).toBeTruthy()
  expect(table.getAllByText('248')).toHaveLength(2)
  expect(table.getByRole('columnheader', { name: 'Updated by' })).toBeTruthy()
  expect(table.getAllByText('Nov 20, 2026 9:00:00 AM')).toHaveLength(2)
  expect(table.getAllByText('Teo Marchetti')).toHaveLength(2)
  fireEvent.click(table.getByRole('link', { name: 'Service desk' }))
  await waitFor(() => expect(router.state.location.search).toContain(subscription.id))
  expect(await screen.findByText('The receiver answered with status 503.')).toBeTruthy()
  expect(screen.getByText('100')).toBeTruthy()
})

it('an address has to accept a test event before it is stored', async () => {
  open()
  await pressButton('New subscription')
  const fields = await dialog()
  fillField(fields.getByRole('textbox', { name: /^Name/ }), 'Orders')
  fireEvent.click(fields.getByRole('checkbox', { name: 'Transactions' }))
  fillField(fields.getByRole('textbox', { name: /^Address/ }), 'https://orders.harbor.example/')
  expect(fields.getByText(/^Test the connection first/)).toBeTruthy()
  expect(isDisabled(fields.getByRole('button', { name: 'Create' }))).toBe(true)
  answerTest = () => ({ ...acceptedTest, failure: { reason: 'redirect', status: 302 } })
  await pressButton('Test connection')
  expect(await fields.findByText(/redirects with status 302/)).toBeTruthy()
  expect(isDisabled(fields.getByRole('button', { name: 'Create' }))).toBe(true)
  answerTest = () => ({
    ...acceptedTest,
    certificateUntil: new Date(Date.now() + 7.5 * 86_400_000).toISOString(),
  })
  await pressButton('Test connection')
  expect(await fields.findByText('The certificate of the receiver ends in 7 days. Renew it.')).toBeTruthy()
  await pressButton('Create')
  await waitFor(() =>
    expect(inputsOf('eventSubscriptions.create')).toMatchObject([
      {
        settings: {
          name: 'Orders',
          sink: { kind: 'webhook', url: 'https://orders.harbor.example/', batch: 1 },
          kinds: ['transactional'],
        },
        secret: expect.stringMatching(/^whsec_/) as string,
      },
    ]),
  )
})

it('every kind of event has a description, and a sample that is read when it is opened', async () => {
  open()
  await pressButton('New subscription')
  const fields = await dialog()
  expect(fields.getAllByRole('checkbox', { description: /./ })).toHaveLength(eventKinds.length + 1)
  expect(inputsOf('eventSubscriptions.kinds')).toEqual([])
  openSample(fields.getByText('Sample: API latency'))
  expect(await fields.findByText(/"counterName": "RequestLatencyMsDistribution"/)).toBeTruthy()
  fireEvent.click(fields.getByRole('checkbox', { name: 'API latency' }))
  expect(fields.getByRole<HTMLInputElement>('checkbox', { name: 'API latency' }).getAttribute('aria-checked')).toBe(
    'true',
  )
})

it('a sample that cannot be read says so', async () => {
  readKinds = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  open()
  await pressButton('New subscription')
  const fields = await dialog()
  openSample(fields.getByText('Sample: API latency'))
  expect(await fields.findByText(/^The sample could not be loaded/)).toBeTruthy()
})

it('all sinks are listed; those that the installation does not have are disabled with the reason', async () => {
  open()
  await pressButton('New subscription')
  const fields = await dialog()
  const azure = await fields.findByRole('radio', { name: 'Azure Blob Storage' })
  expect(isDisabled(azure)).toBe(true)
  expect(fields.getAllByText('Not available: its plug-in is not installed.')).toHaveLength(2)
  expect(isDisabled(fields.getByRole('radio', { name: 'Files on the server' }))).toBe(false)
})

it('files in a bucket are created after a test of the bucket with its key pair', async () => {
  open()
  await pressButton('New subscription')
  const fields = await dialog()
  fireEvent.click(await fields.findByRole('radio', { name: 'Files in a bucket (S3)' }))
  fillField(fields.getByRole('textbox', { name: /^Name/ }), 'Warehouse')
  fireEvent.click(fields.getByRole('checkbox', { name: 'Transactions' }))
  await pressButton('Test connection')
  expect(await fields.findByText('Enter the https address of a public S3-compatible service.')).toBeTruthy()
  expect(inputsOf('eventSubscriptions.test')).toEqual([])
  fillField(fields.getByRole('textbox', { name: /^Address of the service/ }), 'https://s3.harbor.example')
  fillField(fields.getByRole('textbox', { name: /^Bucket/ }), 'harbor-eu-events')
  fillField(fields.getByRole('textbox', { name: /^Access key ID/ }), 'AKIA')
  fillField(fields.getByLabelText(/^Secret access key/), 'very secret')
  answerTest = () => ({ ...acceptedTest, failure: { reason: 'credential', status: 403 } })
  await pressButton('Test connection')
  expect(await fields.findByText(/^The key is wrong/)).toBeTruthy()
  expect(isDisabled(fields.getByRole('button', { name: 'Create' }))).toBe(true)
  answerTest = () => ({ ...acceptedTest, facts: [{ fact: 'bucket', value: 'harbor-eu-events' }] })
  await pressButton('Test connection')
  expect(await fields.findByText('harbor-eu-events')).toBeTruthy()
  await pressButton('Create')
  await waitFor(() =>
    expect(inputsOf('eventSubscriptions.create')).toMatchObject([
      {
        settings: { sink: { kind: 'bucket', bucket: 'harbor-eu-events', region: 'us-east-1', prefix: '' } },
        secret: expect.stringMatching(/^whsec_/) as string,
        credential: 'very secret',
      },
    ]),
  )
})

it('files on the server: the test shows the folder and the free space', async () => {
  open()
  await pressButton('New subscription')
  const fields = await dialog()
  fireEvent.click(await fields.findByRole('radio', { name: 'Files on the server' }))
  // There is one directory: nobody has to choose it.
  expect(fields.getByRole('combobox', { name: /^Directory/ }).textContent).toContain('/srv/assay/trace')
  fillField(fields.getByRole('textbox', { name: /^Folder/ }), 'orders')
  answerTest = () => ({
    ...acceptedTest,
    facts: [{ fact: 'directory', value: '/srv/assay/trace/e/orders' }],
    freeBytes: 12_300_000_000,
  })
  await pressButton('Test connection')
  expect(await fields.findByText('/srv/assay/trace/e/orders')).toBeTruthy()
  expect(fields.getByText('12.3 GB')).toBeTruthy()
  expect(inputsOf('eventSubscriptions.test')).toMatchObject([
    { sink: { kind: 'directory', directory: '/srv/assay/trace', folder: 'orders' }, credential: null },
  ])
})

it('the list shows how much of the history is copied, and the detail the files and the next half hour', async () => {
  subscriptions = () => [copying]
  open(`${pageAddress}&subscription=${copying.id}`)
  expect(await screen.findAllByText('Copying history 62%')).toHaveLength(2)
  expect(screen.getByText('s3://harbor-eu-events')).toBeTruthy()
  expect(screen.getByText('Files written')).toBeTruthy()
  expect(screen.queryByText('Dead letters, 7 d')).toBeNull()
})

it('stored events of some days are downloaded; a period with too many of them is named', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  URL.createObjectURL = () => 'blob:events'
  URL.revokeObjectURL = () => undefined
  renderFailingPage(withReadAccess(createElement(Component)), pageAddress)
  await pressButton('Export now')
  const fields = await dialog()
  exportFile = () => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', {
      status: 422,
      data: { issues: [{ path: ['to'], message: 'More.' }] },
    })
  }
  fireEvent.click(fields.getByRole('button', { name: 'Export now' }))
  expect(await fields.findByText(/^This period has more events than one file may have, 1,000,000/)).toBeTruthy()
  expect(saved).not.toHaveBeenCalled()
  exportFile = () => new File(['x'], 'transactional.ndjson.gz')
  fireEvent.click(fields.getByRole('button', { name: 'Export now' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  const [input] = inputsOf('eventSubscriptions.export') as { kind: string; from: string; to: string }[]
  expect(input?.kind).toBe('transactional')
  expect(new Date(input?.to ?? '').getTime() - new Date(input?.from ?? '').getTime()).toBe(86_400_000)
})

it('another address needs another test; a refused name is said at its field', async () => {
  open(detailAddress)
  await pressButton('Edit')
  const fields = await dialog()
  expect(isDisabled(fields.getByRole('button', { name: 'Save' }))).toBe(false)
  fillField(fields.getByRole('textbox', { name: /^Address/ }), 'https://new.harbor.example/')
  expect(isDisabled(fields.getByRole('button', { name: 'Save' }))).toBe(true)
  fillField(fields.getByRole('textbox', { name: /^Address/ }), 'https://desk.harbor.example/events')
  save = () => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', {
      status: 422,
      data: { issues: [{ path: ['settings', 'name'], message: 'It exists.' }] },
    })
  }
  await pressButton('Save')
  expect(await fields.findByText(/^A subscription with this name exists/)).toBeTruthy()
  expect(inputsOf('eventSubscriptions.update')).toMatchObject([{ baseVersion: 4, secret: null }])
})

it('a batch stays of the size that is stored', async () => {
  subscriptions = () => [
    { ...subscription, sink: { kind: 'webhook', url: 'https://desk.harbor.example/events', batch: 40 } },
  ]
  open(detailAddress)
  await pressButton('Edit')
  await dialog()
  await pressButton('Save')
  await waitFor(() =>
    expect(inputsOf('eventSubscriptions.update')).toMatchObject([{ settings: { sink: { batch: 40 } } }]),
  )
})

it('more events that wait than are counted are shown as more than the limit', async () => {
  subscriptions = () => [{ ...subscription, waiting: 10_001 }]
  open(detailAddress)
  expect(await screen.findByText('More than 10,000')).toBeTruthy()
})

it('dead letters are delivered again one by one or all together', async () => {
  open(detailAddress)
  expect(await screen.findAllByText(/^The receiver answered with status 400/)).toHaveLength(2)
  expect(screen.getByText('Will be sent again')).toBeTruthy()
  await pressButton('Redeliver: P-7241858')
  await waitFor(() => expect(inputsOf('eventSubscriptions.redeliver')).toMatchObject([{ deadLetterId: letter.id }]))
  await pressButton('Redeliver all')
  await waitFor(() => expect(inputsOf('eventSubscriptions.redeliver').at(-1)).toMatchObject({ deadLetterId: null }))
})

it('dead letters are downloaded by those who read; too many of them for a file are named', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  URL.createObjectURL = () => 'blob:letters'
  URL.revokeObjectURL = () => undefined
  renderFailingPage(withReadAccess(createElement(Component)), detailAddress)
  exportFile = () => {
    throw new ORPCError('UNPROCESSABLE_CONTENT', {
      status: 422,
      data: { issues: [{ path: ['subscriptionId'], message: 'More.' }] },
    })
  }
  await pressButton('Download all')
  expect(await screen.findByText(/^There are more than one file may have, 1,000,000/)).toBeTruthy()
  expect(saved).not.toHaveBeenCalled()
  exportFile = () => new File(['x'], 'dead-letters-2026-11-21.ndjson.gz')
  await pressButton('Download all')
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(inputsOf('eventSubscriptions.exportDeadLetters').at(-1)).toEqual({
    environmentId: subscription.environmentId,
    subscriptionId: subscription.id,
  })
})

it('where every event is rejected for good, nothing waits', async () => {
  const rejected = { ...subscription, attempts: 0, nextAt: null }
  subscriptions = () => [rejected]
  open(detailAddress)
  expect(await screen.findByText(/^Every event since .* was rejected, and is a dead letter\.$/)).toBeTruthy()
  expect(screen.queryByText(/Later events wait/)).toBeNull()
})

it('a subscription is tested, deactivated and deleted', async () => {
  open(detailAddress)
  await pressButton('Send test event')
  expect(await screen.findByText(/^The test event was accepted with status 204/)).toBeTruthy()
  await pressButton('Deactivate')
  await waitFor(() =>
    expect(inputsOf('eventSubscriptions.setActive')).toMatchObject([{ active: false, baseVersion: 4 }]),
  )
  await pressButton('Delete')
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete subscription Service desk?' }))
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(inputsOf('eventSubscriptions.remove')).toMatchObject([{ baseVersion: 4 }]))
})

it('who may only read sees everything without a way to change it', async () => {
  renderFailingPage(withReadAccess(createElement(Component)), detailAddress)
  expect(await screen.findAllByText(/^The receiver answered with status 400/)).toHaveLength(2)
  for (const name of ['New subscription', 'Edit', 'Delete', 'Deactivate', 'Send test event', 'Redeliver all'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

it('without subscriptions says what they are for, and a failed read offers to try again', async () => {
  subscriptions = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  open()
  expect(await screen.findByText('This could not be loaded')).toBeTruthy()
  subscriptions = () => []
  fireEvent.click(screen.getByRole('button', { name: /Retry|Try again/ }))
  expect(await screen.findByText('No subscriptions yet')).toBeTruthy()
})

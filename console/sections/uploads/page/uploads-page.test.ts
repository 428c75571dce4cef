// @vitest-environment jsdom
import type { Upload, UploadDetail, UploadRun } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BytesUpload, uploadBytes } from '../../../platform/files/upload.ts'
import {
  environmentId,
  pageAddress,
  type RecordedCall,
  stubConsoleApi,
} from '../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { detail, notStarted, run, upload } from '../testing/upload-samples.ts'
import { stubWorker } from '../testing/worker-stub.ts'
import { Component } from './purchase-uploads-page.tsx'

vi.mock('../../../platform/files/upload.ts', () => ({ uploadBytes: vi.fn() }))

let calls: RecordedCall[]
let refunds: Upload
let stored: UploadDetail
let runs: UploadRun[]
let list: () => unknown
let begin: (input: Record<string, unknown>) => UploadDetail
let sent: BytesUpload[]
const uploadId = '0198a000-0000-4000-8000-0000000000c1'
const begun = (): UploadDetail => ({
  ...stored,
  state: 'Uploading',
  upload: {
    id: uploadId,
    chunks: 1,
    received: 0,
    receivedBytes: 0,
    own: true,
    idle: false,
    activeAt: '2026-11-21T12:00:00.000Z',
  },
  missing: [0],
})
beforeEach(() => {
  stubLayout()
  stubWorker()
  refunds = upload
  stored = detail
  runs = [run]
  list = () => ({
    dataTypes: [
      {
        dataType: 'Purchases',
        entities: (['Purchases', 'PaymentInstruments', 'Products'] as const).map(entity => ({ ...notStarted, entity })),
      },
      { dataType: 'Refunds', entities: [refunds] },
    ],
  })
  begin = begun
  sent = []
  vi.mocked(uploadBytes).mockImplementation((input: BytesUpload) => {
    sent.push(input)
    return Promise.resolve({ chunks: 1, received: 1 }) as never
  })
  calls = stubConsoleApi({
    'uploads.list': () => list(),
    'uploads.get': () => stored,
    'uploads.runs': () => ({ runs, nextCursor: null }),
    'uploads.process': () => ({ ...run, state: 'Running' }),
    'uploads.remove': () => ({ removed: 1 }),
    'uploads.begin': input => begin(input),
    'uploads.saveMapping': () => begun(),
    'uploads.complete': () => ({ ...stored, state: 'Ready' }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const open = (parameters = '') => renderFailingPage(createElement(Component), `${pageAddress}${parameters}`)
const table = async () => within(await screen.findByRole('table', { name: 'Data upload' }))
const isDisabled = (button: HTMLElement) =>
  button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true'
const choose = (name: string, text: string | Uint8Array<ArrayBuffer>, lastModified = 1_764_000_000_000) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('There is no field for a file.')
  fireEvent.change(input, { target: { files: [new File([text], name, { lastModified })] } })
}
const header = 'RefundId,Status,UserId,PurchaseId,BankEventTimestamp,Amount'
const good = `${header}\nR-1,Approved,U-1,P-1,2026-01-04T09:12:00Z,12.50\n`

it('lists the entities with their files, and processes the data types that are selected', async () => {
  const router = open()
  const rows = await table()
  expect(await rows.findByText('refunds_2026H1.csv')).toBeTruthy()
  expect(rows.getByText('4 of 4 required mapped')).toBeTruthy()
  expect(rows.getByText('Ready to process')).toBeTruthy()
  expect(screen.getByText('Select the data types to process')).toBeTruthy()
  fireEvent.click(rows.getByRole('checkbox', { name: 'Select Purchases' }))
  expect(await screen.findByText('Purchases: files missing: 3')).toBeTruthy()
  expect(isDisabled(screen.getByRole('button', { name: 'Process data' }))).toBe(true)
  fireEvent.click(rows.getByRole('checkbox', { name: 'Select Purchases' }))
  fireEvent.click(rows.getByRole('checkbox', { name: 'Select Refunds' }))
  await waitFor(() => expect(router.state.location.search).toContain('types=Refunds'))
  await pressButton('Process data')
  const dialog = within(await screen.findByRole('dialog', { name: 'Process 1 file?' }))
  fireEvent.click(dialog.getByRole('radio', { name: 'Take the good rows' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Dry run' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Check only' }))
  await waitFor(() =>
    expect(inputsOf('uploads.process')).toEqual([
      { environmentId, entities: ['Refunds'], dryRun: true, onErrors: 'takeGoodRows' },
    ]),
  )
})

it('deletes the files of what is selected after a question', async () => {
  open('&types=Refunds')
  await table()
  await pressButton('Delete')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 1 file?' }))
  expect(dialog.getByText('Data that was already processed is kept.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Delete files: 1' }))
  await waitFor(() => expect(inputsOf('uploads.remove')).toEqual([{ environmentId, entities: ['Refunds'] }]))
})

it('shows what somebody sees who may not upload', async () => {
  renderFailingPage(withReadAccess(createElement(Component)), `${pageAddress}&entity=Refunds`)
  expect(await screen.findByText('refunds_2026H1.csv')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Process data' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('link', { name: /^(Edit|Select data source)/ })).toBeNull()
})

it('tries again after a failed read', async () => {
  const answer = list
  list = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  open()
  await screen.findByRole('button', { name: 'Try again' })
  list = answer
  await pressButton('Try again')
  expect(await screen.findByText('refunds_2026H1.csv')).toBeTruthy()
})

it('checks a file, maps it and sends it', async () => {
  const router = open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose('refunds.csv', good)
  expect(await screen.findByText('No errors. Rows: 1.')).toBeTruthy()
  expect(calls.some(({ procedure }) => procedure === 'uploads.begin')).toBe(false)
  await pressButton('Next')
  expect(await screen.findByRole('table', { name: 'Preview' })).toBeTruthy()
  await pressButton('Save and close')
  await waitFor(() => expect(inputsOf('uploads.complete')).toEqual([{ environmentId, entity: 'Refunds', uploadId }]))
  expect(inputsOf('uploads.begin')).toMatchObject([
    {
      name: 'refunds.csv',
      size: good.length,
      modifiedAt: 1_764_000_000_000,
      delimiter: ',',
      hasHeader: true,
      columns: header.split(','),
      keepMapping: false,
    },
  ])
  expect(inputsOf('uploads.saveMapping')).toMatchObject([
    { columnOf: { RefundId: 'RefundId', Amount: 'Amount' }, formats: {}, baseVersion: 0 },
  ])
  expect(await sent[0]?.bytes.text()).toBe(good)
  await waitFor(() => expect(router.state.location.search).not.toContain('entity='))
})

it('names errors by row and column, and sends the file with the rows that were fixed', async () => {
  open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose(
    'refunds.csv',
    `${good}R-2,Approved,,P-2,2026-01-04T09:12:00Z,9.999\nR-3,Approved,U-3,P-3,2026-01-05T09:12:00Z,1.00\n`,
  )
  expect(await screen.findByText('Errors: 2. Warnings: 0. Rows: 3.')).toBeTruthy()
  expect(screen.getByText("'9.999' in 'Amount', row 3, has more than two decimals.")).toBeTruthy()
  expect(screen.getByText("'UserId' is empty in row 3.")).toBeTruthy()
  await pressButton('Fix rows: 1')
  const amount = await screen.findByRole('textbox', { name: 'Amount in row 3' })
  fillField(amount, '9.99')
  fireEvent.blur(amount)
  expect((await screen.findAllByText('Errors in the row: 1')).length).toBeGreaterThan(0)
  const user = screen.getByRole('textbox', { name: 'UserId in row 3' })
  fillField(user, 'U-2')
  fireEvent.blur(user)
  expect((await screen.findAllByText('Errors in the row: 0')).length).toBeGreaterThan(0)
  await pressButton('Take fixed rows: 1')
  expect(await screen.findByText('No errors. Rows: 3.')).toBeTruthy()
  await pressButton('Next')
  await pressButton('Save and close')
  await waitFor(() => expect(inputsOf('uploads.complete')).toHaveLength(1))
  expect(await sent[0]?.bytes.text()).toBe(
    `${good}R-2,Approved,U-2,P-2,2026-01-04T09:12:00Z,9.99\nR-3,Approved,U-3,P-3,2026-01-05T09:12:00Z,1.00\n`,
  )
})

it('reads a column in the format that is chosen for it', async () => {
  open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose('refunds.csv', `${header}\nR-1,Approved,U-1,P-1,25/04/2026,12.50\n`)
  await pressButton('Read BankEventTimestamp as day, month, year')
  expect(await screen.findByText('No errors. Rows: 1.')).toBeTruthy()
  await pressButton('Next')
  await pressButton('Save and close')
  await waitFor(() =>
    expect(inputsOf('uploads.saveMapping')).toMatchObject([{ formats: { BankEventTimestamp: 'day-month-year' } }]),
  )
})

it('sends no card numbers', async () => {
  open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose('refunds.csv', `${header}\nR-1,Approved,4111111111111111,P-1,2026-01-04T09:12:00Z,12.50\n`)
  expect(await screen.findByText('This file must not be uploaded')).toBeTruthy()
  expect(isDisabled(screen.getByRole('button', { name: 'Next' }))).toBe(true)
  expect(document.body.textContent).not.toContain('4111111111111111')
})

it('asks before a file with errors is sent', async () => {
  open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose('refunds.csv', `${header}\nR-1,Approved,,P-1,2026-01-04T09:12:00Z,12.50\n`)
  await screen.findByText('Errors: 1. Warnings: 0. Rows: 1.')
  await pressButton('Next')
  await pressButton('Save and close')
  const dialog = within(await screen.findByRole('dialog', { name: 'The file has errors: 1' }))
  expect(inputsOf('uploads.begin')).toHaveLength(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Upload with errors' }))
  await waitFor(() => expect(inputsOf('uploads.begin')).toHaveLength(1))
})

it('says who uploads another file of the entity', async () => {
  begin = () => {
    throw new ORPCError('CONFLICT', {
      status: 409,
      data: { reason: 'uploads.inProgress', changedBy: 'Ada Berg', changedAt: '2026-11-21T12:00:00.000Z' },
    })
  }
  open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose('refunds.csv', good)
  await screen.findByText('No errors. Rows: 1.')
  await pressButton('Next')
  await pressButton('Save and close')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Ada Berg.*is uploading a file for this entity/)
})

it('continues an upload that was interrupted, with the same file', async () => {
  stored = { ...begun(), file: upload.file, columns: header.split(',') }
  open('&entity=Refunds')
  expect(await screen.findByText(/Choose the same file to continue/)).toBeTruthy()
  choose('refunds_2026H1.csv', good)
  await waitFor(() => expect(inputsOf('uploads.complete')).toHaveLength(1))
  expect(inputsOf('uploads.begin')).toMatchObject([
    { columns: header.split(','), delimiter: ',', chunkDigests: [expect.stringMatching(/^[0-9a-f]{64}$/)] },
  ])
  expect(inputsOf('uploads.saveMapping')).toHaveLength(0)
})

it('says how far it has read a file to continue with', async () => {
  stored = { ...begun(), file: upload.file, columns: header.split(',') }
  open('&entity=Refunds')
  await screen.findByText(/Choose the same file to continue/)
  const file = new File([good], 'refunds_2026H1.csv')
  Object.defineProperty(file, 'size', { value: 20 * 2 ** 20 })
  const reads: (() => void)[] = []
  file.slice = (from = 0, to = 0) => {
    const chunk = new Blob([new Uint8Array(to - from)])
    chunk.arrayBuffer = () =>
      new Promise(resolve => {
        reads.push(() => resolve(new ArrayBuffer(to - from)))
      })
    return chunk
  }
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('There is no field for a file.')
  fireEvent.change(input, { target: { files: [file] } })
  const bar = await screen.findByRole('progressbar', { name: 'Comparing the file with what was sent' })
  expect(bar.getAttribute('aria-valuenow')).toBe('0')
  await waitFor(() => expect(reads).toHaveLength(1))
  reads[0]?.()
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'))
  expect(inputsOf('uploads.begin')).toHaveLength(0)
})

it('continues the upload of fixed rows with the saved file, and with no other one', async () => {
  const failing = `${good}R-2,Approved,,P-2,2026-01-04T09:12:00Z,9.99\n`
  const saved = `${good}R-2,Approved,U-2,P-2,2026-01-04T09:12:00Z,9.99\n`
  open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose('refunds.csv', failing)
  await screen.findByText('Errors: 1. Warnings: 0. Rows: 2.')
  await pressButton('Fix rows: 1')
  const user = await screen.findByRole('textbox', { name: 'UserId in row 3' })
  fillField(user, 'U-2')
  fireEvent.blur(user)
  await pressButton('Take fixed rows: 1')
  await screen.findByText('No errors. Rows: 2.')
  await pressButton('Next')
  await pressButton('Save and close')
  await waitFor(() => expect(inputsOf('uploads.complete')).toHaveLength(1))
  const [first] = inputsOf('uploads.begin') as { name: string; modifiedAt: number }[]
  if (first === undefined) throw new Error('No upload was begun.')
  expect(first.modifiedAt).toBeGreaterThanOrEqual(2 ** 52)
  expect(sent[0]?.path).toContain(`&modifiedAt=${first.modifiedAt}`)
  cleanup()

  stored = {
    ...begun(),
    file: { ...(upload.file as NonNullable<Upload['file']>), name: 'refunds.csv', size: saved.length },
    columns: header.split(','),
  }
  begin = input => {
    if (input['name'] === first.name && input['modifiedAt'] === first.modifiedAt) return begun()
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'uploads.otherFile' } })
  }
  open('&entity=Refunds')
  await screen.findByText(/Choose the same file to continue/)
  choose('refunds.csv', saved.replace('U-2', 'U-3'))
  expect((await screen.findByRole('alert')).textContent).toContain('You began to upload another file for this entity.')
  choose('refunds (1).csv', saved, 1_764_000_999_000)
  await waitFor(() => expect(inputsOf('uploads.complete')).toHaveLength(2))
  expect(sent.at(-1)?.path).toContain(`&modifiedAt=${first.modifiedAt}`)
})

it.each([
  ['notes.txt', good, 'Choose a .csv or .tsv file.'],
  ['refunds.csv', `${header}\n`, 'The file has no data rows.'],
  ['refunds.csv', new Uint8Array([0xff, 0xfe, 65, 0, 66, 0]), 'The file is not UTF-8 text.'],
  ['refunds.csv', 'RefundId\nR-1\n', 'The delimiter could not be detected. Choose comma, semicolon or tab.'],
  ['refunds.csv', 'RefundId,RefundId\nR-1,R-2\n', "Column name 'RefundId' appears more than once."],
  ['refunds.csv', `${good}R-2,Approved\n`, /Row 3 has 2 values, expected 6/],
  ['refunds.csv', `${good}"R-2,Approved\n`, 'Row 3 has a quoted value that is not closed.'],
] as const)('says what is wrong with %s %#', async (name, text, message) => {
  open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose(name, typeof text === 'string' ? text : new Uint8Array(text))
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
})

it('does not apply a saved mapping whose columns the file does not have', async () => {
  stored = { ...detail, columnOf: { RefundId: 'Old number' }, mapping: { ...detail.mapping, stored: true } }
  open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose('refunds.csv', good)
  expect(await screen.findByText('The saved mapping uses columns that are not in this file: Old number.')).toBeTruthy()
  expect(isDisabled(screen.getByRole('button', { name: 'Next' }))).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Keep the current mapping' }))
  expect(await screen.findByText('No errors. Rows: 1.')).toBeTruthy()
})

it('asks before a file that was chosen is discarded', async () => {
  const router = open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose('refunds.csv', good)
  await screen.findByText('No errors. Rows: 1.')
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(router.state.location.search).toContain('entity=Refunds')
  fireEvent.click(dialog.getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(router.state.location.search).not.toContain('entity='))
})

it('asks before the pages are left while a file is sent', async () => {
  vi.mocked(uploadBytes).mockImplementation(() => new Promise(() => undefined))
  const router = open('&entity=Refunds')
  await screen.findByRole('heading', { name: 'Refunds' })
  choose('refunds.csv', good)
  await screen.findByText('No errors. Rows: 1.')
  await pressButton('Next')
  await pressButton('Save and close')
  await waitFor(() => expect(router.state.location.search).not.toContain('entity='))
  await table()
  void router.navigate('/search')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'An upload is in progress. Leave this page?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/search'))
})

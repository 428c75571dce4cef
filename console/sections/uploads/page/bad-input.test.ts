// @vitest-environment jsdom
import { gzipSync } from 'node:zlib'
import { ORPCError } from '@orpc/client'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubLayout } from '../../../platform/testing/dom-stubs.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { checkFile } from '../testing/checked-file.ts'
import { stubWorker } from '../testing/worker-stub.ts'
import { UploadsPage } from './uploads-page.tsx'

/* Bad files go through the check of the page itself: what it says is clear, and nothing of them is sent. */

beforeEach(() => {
  stubLayout()
  stubWorker()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const header = 'RefundId,Status,UserId,PurchaseId,BankEventTimestamp,Amount'
const row = (number: number, more: Partial<Record<'date' | 'amount' | 'reason', string>> = {}): string =>
  `R-${number},Approved,U-${number},P-${number},${more.date ?? '2026-01-04T09:12:00Z'},${more.amount ?? '12.50'}`
const file = (...lines: string[]): string => [header, ...lines, ''].join('\n')
const bytes = (text: string | Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))
const says = async (text: string | RegExp): Promise<void> =>
  expect((await screen.findAllByText(text, undefined, { timeout: 20_000 })).length).toBeGreaterThan(0)

describe('what other programs write is read', () => {
  it.each<[what: string, name: string, content: string | Uint8Array<ArrayBuffer>]>([
    ['semicolons', 'refunds.csv', file(row(1), row(2)).replaceAll(',', ';')],
    ['tabs', 'refunds.tsv', file(row(1), row(2)).replaceAll(',', '\t')],
    ['a byte order mark', 'refunds.csv', `\uFEFF${file(row(1), row(2))}`],
    ['mixed ends of lines', 'refunds.csv', `${header}\r\n${row(1)}\n${row(2)}\r\n`],
    ['no end of the last line', 'refunds.csv', `${header}\n${row(1)}\n${row(2)}`],
    ['quotes around every value', 'refunds.csv', file(row(1), row(2)).replaceAll(/[^,\n]+/g, '"$&"')],
  ])('%s', async (_what, name, content) => {
    await checkFile(UploadsPage, 'Refunds', content, { name })
    await says('No errors. Rows: 2.')
  })
})

describe('what cannot be read is named', () => {
  const utf16 = Buffer.from(file(row(1)), 'utf16le')
  it.each<[what: string, name: string, content: string | Uint8Array<ArrayBuffer>, message: string | RegExp]>([
    [
      'UTF-16, low bytes first',
      'refunds.csv',
      bytes(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])),
      'The file is not UTF-8 text.',
    ],
    [
      'UTF-16, high bytes first',
      'refunds.csv',
      bytes(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()])),
      'The file is not UTF-8 text.',
    ],
    ['UTF-16 without a mark', 'refunds.csv', bytes(utf16), 'The file is not UTF-8 text.'],
    [
      'Latin-1 far into the file',
      'refunds.csv',
      bytes(
        Buffer.concat([
          Buffer.from(file(...Array.from({ length: 5000 }, (_, at) => row(at)))),
          Buffer.from([0x52, 0xe9, 0x0a]),
        ]),
      ),
      'The file is not UTF-8 text.',
    ],
    ['a packed file', 'refunds.csv.gz', bytes(gzipSync(file(row(1)))), 'Choose a .csv or .tsv file.'],
    [
      'a packed file under another name',
      'refunds.csv',
      bytes(gzipSync(Buffer.alloc(10_000_000))),
      'The file is not UTF-8 text.',
    ],
    ['a file of zeros', 'refunds.csv', bytes(Buffer.alloc(1000)), /UTF-8|delimiter/],
    [
      'a column twice',
      'refunds.csv',
      `${header},Amount\n${row(1)},1\n`,
      "Column name 'Amount' appears more than once.",
    ],
  ])('%s', async (_what, name, content, message) => {
    const calls = await checkFile(UploadsPage, 'Refunds', content, { name })
    await says(message)
    expect(calls.filter(({ procedure }) => procedure === 'uploads.begin')).toEqual([])
  })
})

describe('what is wrong with rows is said by row', () => {
  it('the header a second time, where two files were joined', async () => {
    await checkFile(UploadsPage, 'Refunds', file(row(1), header, row(2)))
    await says(/^Errors: 2\. .*Rows: 3\.$/)
    await says("'BankEventTimestamp' in 'BankEventTimestamp', row 3, is not an ISO 8601 date and time.")
    await says("'Amount' in 'Amount', row 3, is not a number.")
  })

  it('a quote that is not closed, far into the file', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => row(at))
    await checkFile(UploadsPage, 'Refunds', file(...rows, `"${row(20_001)}`, row(20_002), row(20_003)))
    await says(/^Row 20,?002 has a quoted value that is not closed\.$/)
  })

  it('dates of three formats in one column', async () => {
    await checkFile(
      UploadsPage,
      'Refunds',
      file(row(1), row(2, { date: '25/04/2026' }), row(3, { date: '04.25.2026' })),
    )
    await says(/^Errors: 2\./)
    await says("'25/04/2026' in 'BankEventTimestamp', row 3, is not an ISO 8601 date and time.")
    await says("'04.25.2026' in 'BankEventTimestamp', row 4, is not an ISO 8601 date and time.")
    // No format reads all three: none is offered.
    expect(screen.queryByRole('button', { name: /^Read BankEventTimestamp/ })).toBeNull()
  })

  it('10,001 errors, of which the first 10,000 are listed and all are counted', async () => {
    await checkFile(
      UploadsPage,
      'Refunds',
      file(...Array.from({ length: 10_001 }, (_, at) => row(at, { amount: 'much' }))),
    )
    await says(/^Errors: 10,001\./)
    await says("'much' in 'Amount', row 2, is not a number.")
  }, 60_000)
})

describe('what the service refuses is said, and the file stays chosen', () => {
  it.each<[what: string, status: number, reason: string | null, message: RegExp]>([
    ['a full disk', 507, 'uploads.noSpace', /The disk of the service is full. What has arrived stays/],
    [
      'a file that was changed after the upload began',
      409,
      'uploads.fileChanged',
      /The file was changed after the upload began/,
    ],
    ['another file of the same person', 409, 'uploads.otherFile', /You began to upload another file/],
    ['a data type that is processed', 409, 'uploads.busy', /is being processed/],
    ['an installation without uploads', 409, 'uploads.notInstalled', /cannot be uploaded to this installation/],
    ['a deleted environment', 404, null, /This environment was deleted, .* choose another environment/],
  ])('%s', async (_what, status, reason, message) => {
    await checkFile(UploadsPage, 'Refunds', file(row(1)), {
      answers: {
        'uploads.begin': () => {
          throw new ORPCError(status === 404 ? 'NOT_FOUND' : 'CONFLICT', {
            status,
            data: reason === null ? {} : { reason },
          })
        },
      },
    })
    await says('No errors. Rows: 1.')
    await pressButton('Next')
    await pressButton('Save and close')
    expect((await screen.findByRole('alert')).textContent).toMatch(message)
    expect(screen.getByRole('button', { name: 'Save and close' })).toBeTruthy()
  })
})

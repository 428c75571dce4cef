import { describe, expect, it } from 'vitest'
import { chunkCount, chunkLength, uploadLimits } from './upload-definitions.ts'
import { entitiesOfDataType, uploadEntities, uploadEntityNames } from './upload-entities.ts'
import { followStates, isBusyState, mayFollow, type UploadState, uploadStates } from './upload-states.ts'

/** Every pair of states that follow one another. */
const table: Record<UploadState, UploadState[]> = {
  NotStarted: ['Uploading'],
  Uploading: ['UploadFailed', 'NeedsMapping'],
  UploadFailed: ['Uploading'],
  NeedsMapping: ['Ready', 'Uploading', 'NotStarted'],
  Ready: ['Validating', 'NeedsMapping', 'Uploading', 'NotStarted'],
  Validating: ['ValidationFailed', 'Processing', 'Ready'],
  ValidationFailed: ['Uploading', 'NeedsMapping', 'Ready', 'NotStarted'],
  Processing: ['Processed', 'ProcessingFailed'],
  ProcessingFailed: ['Uploading', 'NeedsMapping', 'Ready', 'NotStarted'],
  Processed: ['Uploading', 'NotStarted'],
}

describe('states of an upload', () => {
  it.each(uploadStates.flatMap(from => uploadStates.map(to => [from, to] as const)))('%s to %s', (from, to) => {
    const follows = table[from].includes(to)
    expect(mayFollow(from, to)).toBe(follows)
    if (follows) expect(followStates(from, to)).toBe(to)
    else expect(() => followStates(from, to)).toThrow(`in the state ${from} does not become ${to}`)
  })
  it('several states have to follow one another, and none stays where it is', () => {
    expect(followStates('Uploading', 'NeedsMapping', 'Ready')).toBe('Ready')
    expect(() => followStates('Uploading', 'Ready', 'NeedsMapping')).toThrow('Uploading does not become Ready')
    expect(followStates('Ready')).toBe('Ready')
  })
  it('a file is read while it is checked and processed', () => {
    expect(uploadStates.filter(isBusyState)).toEqual(['Validating', 'Processing'])
  })
})

describe('chunks of a file', () => {
  const gigabyte = 1024 ** 3
  it.each([
    [1, 1, 1],
    [uploadLimits.chunkSize - 1, 1, uploadLimits.chunkSize - 1],
    [uploadLimits.chunkSize, 1, uploadLimits.chunkSize],
    [uploadLimits.chunkSize + 1, 2, 1],
    [10 * gigabyte - 1, 1280, uploadLimits.chunkSize - 1],
    [10 * gigabyte, 1280, uploadLimits.chunkSize],
  ])('%i bytes are %i chunks, of which the last has %i bytes', (size, chunks, last) => {
    expect(chunkCount(size)).toBe(chunks)
    expect(chunkLength(size, chunks - 1)).toBe(last)
    expect(chunkLength(size, chunks)).toBe(0)
    const lengths = Array.from({ length: chunks }, (_chunk, index) => chunkLength(size, index))
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(size)
  })
})

it('entities of a data type belong together, and each needs columns', () => {
  expect(entitiesOfDataType('Products')).toEqual(['Purchases', 'PaymentInstruments', 'Products'])
  expect(entitiesOfDataType('UpdateAccount')).toEqual(['UpdateAccount', 'UpdateAddress', 'UpdatePaymentInstrument'])
  expect(entitiesOfDataType('Labels')).toEqual(['Labels'])
  expect(entitiesOfDataType('Sales')).toEqual(['Transactions', 'Sales', 'Payments', 'PaymentMethod'])
  expect(uploadEntityNames).toHaveLength(15)
  for (const name of uploadEntityNames) expect(uploadEntities[name].required.length, name).toBeGreaterThan(0)
})

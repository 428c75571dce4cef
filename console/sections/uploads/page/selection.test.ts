import type { Upload, UploadState } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { upload } from '../testing/upload-samples.ts'
import { isDeletable, obstacleOf } from './selection.ts'

const type = (dataType: string, ...states: UploadState[]) => ({
  dataType,
  entities: states.map((state): Upload => ({ ...upload, state })),
})

it.each([
  [[], { kind: 'nothing' }],
  [[type('Refunds', 'Ready')], { kind: 'none', files: 1 }],
  [[type('Refunds', 'ValidationFailed'), type('Labels', 'ProcessingFailed')], { kind: 'none', files: 2 }],
  [[type('Purchases', 'Ready', 'NotStarted', 'Uploading')], { kind: 'file', dataType: 'Purchases', count: 2 }],
  [[type('Purchases', 'Ready', 'NeedsMapping', 'Ready')], { kind: 'mapping', dataType: 'Purchases', count: 1 }],
  [[type('Refunds', 'Ready'), type('Labels', 'Validating')], { kind: 'busy', dataType: 'Labels', count: 1 }],
  [[type('Refunds', 'Processed')], { kind: 'processed', dataType: 'Refunds', count: 1 }],
])('names what keeps %j from being processed', (selected, obstacle) => {
  expect(obstacleOf(selected)).toEqual(obstacle)
})

it.each([
  ['NotStarted', false],
  ['Uploading', false],
  ['NeedsMapping', true],
  ['Processing', false],
  ['Processed', true],
] as const)('a file in the state %s can be deleted: %s', (state, expected) => {
  expect(isDeletable({ ...upload, state })).toBe(expected)
  expect(isDeletable({ ...upload, state, busy: true })).toBe(false)
})

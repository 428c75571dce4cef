import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { listErrorOf } from './list-errors.ts'

const file = { code: 'LST008', row: null, column: null, message: 'm', params: {} }
it.each([
  [409, { reason: 'version.conflict', changedBy: 'Dario' }, { kind: 'changed', by: 'Dario', at: undefined }],
  [409, { reason: 'LST010', dependents: [] }, { kind: 'used', users: [] }],
  [409, { reason: 'lists.size' }, { kind: 'limit', reason: 'lists.size' }],
  [409, { reason: 'call.running' }, null],
  [422, { issues: [{ path: ['name'], message: 'm', code: 'name.taken' }], fileProblems: [file] }, { kind: 'taken' }],
  [422, { issues: [{ path: ['file'], message: 'm' }], fileProblems: [file] }, { kind: 'file', problems: [file] }],
  [422, { issues: [{ path: ['name'], message: 'exists' }] }, { kind: 'field', field: 'name', message: 'exists' }],
  [422, { issues: [] }, null],
  [500, {}, null],
])('the console reads a refusal of a list: %d %j', (status, data, expected) =>
  expect(listErrorOf(new ORPCError('X', { status, data }))).toEqual(expected),
)

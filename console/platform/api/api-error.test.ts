import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import {
  conflictErrorOf,
  isNameTaken,
  isTransient,
  readApiError,
  retryDelayAfter,
  validationErrorOf,
} from './api-error.ts'
import { recordCorrelationId } from './correlation-ids.ts'
import { ConnectionError, RequestTimeoutError } from './transport.ts'

const answer = (status: number, data?: unknown) => new ORPCError('X', { status, data })

describe('a failure', () => {
  it.each([
    [400, 'invalid'],
    [401, 'unauthenticated'],
    [403, 'noAccess'],
    [404, 'missing'],
    [409, 'conflict'],
    [413, 'tooLarge'],
    [422, 'invalid'],
    [429, 'tooMany'],
    [500, 'failed'],
    [502, 'failed'],
    [503, 'busy'],
  ] as const)('%d means %s', (status, kind) => expect(readApiError(answer(status)).kind).toBe(kind))
  it('a failure without an answer is a lost connection, a time-out or a fault of the page', () => {
    expect(readApiError(new ConnectionError(null))).toEqual({ kind: 'offline' })
    expect(readApiError(new RequestTimeoutError())).toEqual({ kind: 'timeout' })
    for (const error of [new Error('x'), undefined, null, 'x']) expect(readApiError(error)).toEqual({ kind: 'failed' })
  })
  it('a failure names the right that is missing', () => {
    expect(readApiError(answer(403, { capability: 'rules', required: 'write' }))).toEqual({
      kind: 'noAccess',
      capability: 'rules',
      required: 'write',
    })
    expect(readApiError(answer(403))).toEqual({ kind: 'noAccess' })
  })
  it('a failure names the id under which it was logged', () => {
    expect(readApiError(answer(500, { correlationId: 'of the answer' }))).toEqual({
      kind: 'failed',
      correlationId: 'of the answer',
    })
    const lost = new ConnectionError(null)
    recordCorrelationId(lost, 'of the call')
    expect(readApiError(lost)).toEqual({ kind: 'offline', correlationId: 'of the call' })
  })
  it('a failure is asked again when it is a passing one, with back-off', () => {
    for (const status of [400, 403, 404, 409, 413, 422, 429])
      expect(isTransient(answer(status)), String(status)).toBe(false)
    for (const error of [answer(500), answer(503), new ConnectionError(null)]) expect(isTransient(error)).toBe(true)
    expect(isTransient(new RequestTimeoutError())).toBe(false)
    expect([0, 1, 2, 9].map(retryDelayAfter)).toEqual([1000, 2000, 4000, 8000])
  })
})

describe('a conflict', () => {
  const none = {
    changedBy: undefined,
    changedAt: undefined,
    dependents: undefined,
    limit: undefined,
    case: undefined,
  }
  it.each([
    [
      'says who was faster',
      { reason: 'version.conflict', changedBy: 'Dario', changedAt: '2026-11-21T12:00:00.000Z' },
      { ...none, reason: 'version.conflict', changedBy: 'Dario', changedAt: '2026-11-21T12:00:00.000Z' },
    ],
    [
      'says which limit is reached',
      { reason: 'rules.limit', limit: 200 },
      { ...none, reason: 'rules.limit', limit: 200 },
    ],
    [
      'names what uses it',
      { reason: 'resource.used', dependents: [{ resource: 'rule', id: '1', name: 'A' }, { id: 2 }, null] },
      { ...none, reason: 'resource.used', dependents: [{ resource: 'rule', id: '1', name: 'A' }] },
    ],
    ['may be of no reason', { reason: 7 }, { ...none, reason: null }],
    ['may say nothing', null, { ...none, reason: null }],
  ])('%s', (_title, data, expected) =>
    expect(readApiError(answer(409, data))).toEqual({ kind: 'conflict', ...expected }),
  )
  it('a conflict is read of conflicts alone', () => {
    expect(conflictErrorOf(answer(409, { reason: 'lists.size' }))?.reason).toBe('lists.size')
    for (const status of [410, 413, 429])
      expect(conflictErrorOf(answer(status, { reason: 'lock.lost' }))?.reason).toBe('lock.lost')
    for (const error of [answer(429, null), answer(422, { reason: 'lists.size' }), new Error('x')])
      expect(conflictErrorOf(error)).toBeNull()
  })
})

describe('an invalid input', () => {
  const none = { kind: 'invalid', issues: [], problems: [], fileProblems: [], call: null }
  it('an invalid input names the fields it is about', () => {
    const data = { issues: [{ path: ['body', 'name'], message: 'Too long' }, { message: 'x' }, { path: 1 }, null] }
    const issues = [
      { path: ['body', 'name'], message: 'Too long' },
      { path: [], message: 'x' },
    ]
    for (const status of [400, 422]) expect(readApiError(answer(status, data))).toEqual({ ...none, issues })
    expect(validationErrorOf(new Error('x'))).toBeNull()
  })
  it('an invalid input says by a code that a name is taken, whatever the message', () => {
    const taken = { path: ['body', 'name'], message: 'Ein Name', code: 'name.taken' }
    expect(validationErrorOf(answer(422, { issues: [taken] }))?.issues).toEqual([taken])
    expect(isNameTaken(answer(422, { issues: [taken] }))).toBe(true)
    expect(isNameTaken(answer(422, { issues: [{ ...taken, code: 'name.long', message: 'exists already' }] }))).toBe(
      false,
    )
    expect(isNameTaken(answer(409))).toBe(false)
  })
  it('an invalid input has the diagnostics of a text, of a file and of a call', () => {
    const place = { code: 'FQL101', severity: 'error', message: 'm', from: 0, to: 1, line: 1, column: 1 }
    const file = { code: 'LST005', row: 2, column: null, message: 'm', params: { row: 2 } }
    const call = { errorType: 'timeout', httpStatusCode: null }
    const data = { problems: [place, { code: 'FQL102' }], fileProblems: [file, 'x'], call }
    expect(readApiError(answer(422, data))).toEqual({
      ...none,
      problems: [{ ...place, clause: null, params: {} }],
      fileProblems: [file],
      call,
    })
    expect(readApiError(answer(422, { issues: 'x', problems: 3, fileProblems: {}, call: 'x' }))).toEqual(none)
  })
})

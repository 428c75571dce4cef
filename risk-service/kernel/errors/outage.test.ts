import { expect, it } from 'vitest'
import { UnavailableError } from '../../ports/index.ts'
import { NotFoundError, ValidationError } from './errors.ts'
import { isOutage, outageOf, outageText } from './outage.ts'

const withCode = (code: string) => Object.assign(new Error('secret detail'), { code })

it.each([
  ['a connection that broke', withCode('08006')],
  ['too many connections', withCode('53300')],
  ['a full disk', withCode('53100')],
  ['a statement that ran into its time limit', withCode('57014')],
  ['a server that is going down', withCode('57P01')],
  ['a failure of the server’s system', withCode('58030')],
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a host that does not answer', withCode('EHOSTUNREACH')],
  ['a host whose name is not found', withCode('ENOTFOUND')],
  ['a server of names that does not answer', withCode('EAI_AGAIN')],
  ['a socket that is not there', Object.assign(withCode('ENOENT'), { syscall: 'connect' })],
  ['what the driver says without a code', new Error('Connection terminated unexpectedly')],
  ['a pool that found no connection in time', new Error('timeout exceeded when trying to connect')],
  [
    'a client that cannot be used any more',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['a service that says so itself', new UnavailableError('identity')],
])('%s is an outage', (_name, error) => {
  expect(isOutage(error)).toBe(true)
})

it.each([
  ['a constraint', withCode('23505')],
  ['a value that cannot be stored', withCode('22P05')],
  ['a mistake in a statement', withCode('42601')],
  ['a mistake in a system call', withCode('EINVAL')],
  ['a file that exists', withCode('EEXIST')],
  ['a code of Node that is none of a system call', withCode('ERR_INVALID_ARG_TYPE')],
  ['a faulty value', new ValidationError(['name'], 'The name is taken.')],
  ['a thing that is not there', new NotFoundError('There is no such rule.')],
  ['what is no error', 'Connection terminated'],
])('%s is none', (_name, error) => {
  expect(isOutage(error)).toBe(false)
})

it('the error says what cannot be reached', () => {
  expect(outageText(new UnavailableError('identity'))).toContain('The identity provider cannot be reached')
  for (const full of ['ENOSPC', 'EDQUOT']) expect(outageText(withCode(full))).toContain('no room for a file')
  expect(outageText(new UnavailableError('storage'))).toContain('no room for a file')
  expect(outageText(withCode('08006'))).toContain('The database cannot be reached')
})

it.each([
  ['EIO', 'files', 'A file of the service cannot be read or written'],
  ['EACCES', 'files', 'A file of the service cannot be read or written'],
  ['EROFS', 'files', 'A file of the service cannot be read or written'],
  ['ENOENT', 'files', 'A file of the service cannot be read or written'],
  ['EMFILE', 'overload', 'The service is overloaded'],
  ['ENOSPC', 'storage', 'no room for a file'],
  ['ECONNRESET', 'database', 'The database cannot be reached'],
])('%s is an outage of %s, and the sentence says so', (code, reason, text) => {
  expect(outageOf(withCode(code))).toMatchObject({ reason })
  expect(outageText(withCode(code))).toContain(text)
})

it('a right that is missing at the socket of the database is an outage of the database', () => {
  expect(outageOf(Object.assign(withCode('EACCES'), { syscall: 'connect' }))).toMatchObject({ reason: 'database' })
})

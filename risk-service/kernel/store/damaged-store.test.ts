import { expect, it } from 'vitest'
import { StartError } from '../errors/start-error.ts'
import { withRemedy } from './store.ts'

const embedded = { dataDir: '/data', databaseUrl: null }
const external = { dataDir: '/data', databaseUrl: 'postgres://database/assay' }
const failed = (code: string) => Object.assign(new Error('invalid page in block 0 of relation base/1/2'), { code })

it.each(['XX001', 'XX002', '58P01'])('damage that a start meets after it opened the store is one line: %s', code => {
  expect(withRemedy(failed(code), embedded)).toMatchObject({
    code: 'database-failed',
    message: `The embedded database in /data/pg is damaged (${code}). Restore a backup into a new ASSAY_DATA_DIR. The whole log is /data/postgres.log.`,
  })
  expect(withRemedy(failed(code), external)).toMatchObject({
    code: 'database-failed',
    message: `The database named by DATABASE_URL is damaged (${code}). Restore a backup; its own log names the file.`,
  })
})

it('other errors of a start stay as they are', () => {
  const others = [new TypeError('bug'), failed('42P01'), new StartError('already-running', 'Stop the other one.')]
  for (const error of others) expect(withRemedy(error, embedded)).toBe(error)
})

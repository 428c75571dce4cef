import { expect, it } from 'vitest'
import { readSettings } from '../../settings/settings.ts'
import { embeddedEnvironment } from './embedded-environment.ts'

const caller = {
  PATH: '/bin',
  PORT: '4300',
  DATABASE_URL: 'postgres://db/production',
  ASSAY_SECRET_KEY: 'k'.repeat(44),
  ASSAY_DATA_DIR: '/var/lib/assay',
}

it('a process over a folder of its own does not reach the database of its caller', () => {
  const environment = embeddedEnvironment('/tmp/own', { PORT: '4391' }, caller)
  expect(environment).toEqual({
    PATH: '/bin',
    PORT: '4391',
    ASSAY_SECRET_KEY: caller.ASSAY_SECRET_KEY,
    ASSAY_DATA_DIR: '/tmp/own',
  })
  expect(readSettings({ ...environment, ASSAY_SECRET_KEY: undefined })).toMatchObject({
    databaseUrl: null,
    dataDir: '/tmp/own',
    port: 4391,
    demo: true,
  })
  expect(caller.DATABASE_URL).toBe('postgres://db/production')
})

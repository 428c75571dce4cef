import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { authPagePlugin } from './auth-page-plugin.ts'

const root = path.resolve(import.meta.dirname, '../..')

it('the page that takes the answer loads nothing that the console needs, and little besides', {
  timeout: 60_000,
}, async () => {
  const input = {
    auth: path.join(root, 'console/boot/auth.ts'),
    client: path.join(root, 'console/platform/session/identity/identity-client.ts'),
  }
  const options = {
    configFile: false,
    logLevel: 'error',
    root,
    build: { write: false, target: 'es2023', rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  } as const
  const { output } = (await build({ ...options, plugins: [authPagePlugin()] })) as Rolldown.RolldownOutput
  const page = output.find(({ name }) => name === 'auth') as Rolldown.OutputChunk
  expect(page.imports.filter(file => !/rolldown-runtime/.test(file))).toEqual([])
  expect(page.code).toContain('postMessage')
  expect(page.code.length).toBeLessThan(12_000)
})

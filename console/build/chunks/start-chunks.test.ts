import { expect, it } from 'vitest'
import { startGroups } from './start-chunks.ts'

const chunk = (fileName: string, moduleIds: string[], imports: string[] = []) => ({ fileName, moduleIds, imports })

it('a module goes into the chunk of those that need it, and what nobody waits for is left alone', () => {
  const groups = startGroups([
    chunk('index.js', ['/x/console/boot/main.tsx', '/x/only-page.ts'], ['ui.js']),
    chunk('boot.js', ['/x/console/boot/signed-in.tsx', '/x/only-boot.ts'], ['ui.js', 'look.js']),
    chunk('dash.js', ['/x/console/sections/dashboard/routes.ts', '/x/only-first.ts'], ['look.js']),
    chunk('sign-in.js', ['/x/console/sign-in/main.tsx', '/x/only-sign-in.ts'], ['ui.js', 'look.js']),
    chunk('auth.js', ['/x/console/boot/auth.ts'], ['id.js']),
    chunk(
      'identity.js',
      ['/x/console/platform/session/identity/identity-client.ts', '/x/only-identity.ts'],
      ['ui.js', 'id.js'],
    ),
    chunk('ui.js', ['/x/ui.ts']),
    chunk('id.js', ['/x/id.ts']),
    chunk('look.js', ['/x/look.ts']),
    chunk('later.js', ['/x/later.ts'], ['ui.js']),
  ])
  expect(Object.fromEntries(groups)).toEqual({
    '/x/only-page.ts': 'page',
    '/x/only-boot.ts': 'start',
    '/x/only-first.ts': 'first',
    '/x/only-identity.ts': 'identity',
    '/x/ui.ts': 'ground',
    '/x/id.ts': 'auth',
    '/x/look.ts': 'look',
  })
  expect(() => startGroups([chunk('index.js', ['/x/console/boot/main.tsx'])])).toThrow(
    /no console\/boot\/signed-in\.tsx/,
  )
})

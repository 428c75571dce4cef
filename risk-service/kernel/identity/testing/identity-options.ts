import type { Db } from '../../../ports/database.ts'
import type { IdentityOptions } from '../options.ts'

/** Options of an identity provider with the demo accounts, on this machine and without a page of its own. For tests. */
export const testIdentityOptions = (
  db: Db,
  over: Partial<IdentityOptions> = {},
): IdentityOptions & { build: string } => ({
  db,
  clock: () => new Date(),
  newId: () => crypto.randomUUID(),
  log: { write: () => undefined },
  publicUrl: null,
  trustedProxies: [],
  host: '127.0.0.1',
  demo: true,
  demoPublic: false,
  external: null,
  productionResource: null,
  sandboxResource: null,
  secretKey: 'x'.repeat(32),
  signInPage: data => ({ status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) }),
  build: 'test',
  ...over,
})

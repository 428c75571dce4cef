import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedTenants } from '../../../tools/demo/seed/seed-tenants.ts'
import type { Store } from '../../store/store.ts'
import { createTestStore } from '../../store/testing/test-store.ts'
import { harborId } from '../demo-tenants.ts'
import { createCookieBrowser } from '../testing/cookie-browser.ts'
import { testIdentityOptions } from '../testing/identity-options.ts'
import { createIdentity, embeddedAppId, type Identity } from './identity.ts'

/** Two processes behind one address without stickiness: each request goes to the other one. */
let store: Store
let processes: [Identity, Identity]
let server: Server
let origin: string
let requests = 0
beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
  // At the same time, as two machines start: both have the keys that were stored first.
  processes = await Promise.all([
    createIdentity(testIdentityOptions(store.db)),
    createIdentity(testIdentityOptions(store.db)),
  ])
  server = createServer((request, response) => {
    void processes[requests++ % 2 === 0 ? 0 : 1].handler(request, response).then(done => {
      if (!done) response.writeHead(404).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const each of processes) each.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await store.close()
})

// With the second one, each step is at the process at which the other step was before.
it.each([0, 1])(
  'a sign-in whose every request reaches another process succeeds, its token is valid at both (%i)',
  async first => {
    requests = first
    const secret = randomBytes(32).toString('base64url')
    const browser = createCookieBrowser(origin)
    const page = await browser.follow(
      `${origin}/${harborId}/v2.0/authorize?${new URLSearchParams({
        client_id: embeddedAppId,
        redirect_uri: `${origin}/api/auth`,
        response_type: 'code',
        response_mode: 'query',
        state: 's1',
        nonce: 'n1',
        scope: 'openid profile offline_access https://api.dfp.dynamics.com/.default',
        code_challenge: createHash('sha256').update(secret).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()}`,
    )
    const { action, accounts } = (await page.answer.json()) as { action: string; accounts: { id: string }[] }
    const account = accounts[0]?.id ?? ''
    const { url } = await browser.follow(origin + action, new URLSearchParams({ account }))
    expect(url.pathname).toBe('/api/auth')
    const token = (form: Record<string, string>) =>
      fetch(`${origin}/${harborId}/v2.0/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ client_id: embeddedAppId, scope: 'openid offline_access', ...form }),
      })
    const redeemed = await token({
      grant_type: 'authorization_code',
      code: url.searchParams.get('code') ?? '',
      redirect_uri: `${origin}/api/auth`,
      code_verifier: secret,
    })
    expect(redeemed.status).toBe(200)
    const tokens = (await redeemed.json()) as { access_token: string; refresh_token: string }
    for (const { verifier } of processes) expect((await verifier.user(tokens.access_token)).id).toBe(account)
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect(renewed.status).toBe(200)
    expect(requests - first).toBeGreaterThan(4)
  },
)

import { createHash, randomBytes } from 'node:crypto'
import { demoTenants } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { embeddedAppId } from '../../risk-service/kernel/identity/embedded-app.ts'
import { createCookieBrowser } from '../../risk-service/kernel/identity/testing/cookie-browser.ts'
import type { Service } from './harness.ts'

const scope = 'openid profile offline_access https://api.dfp.dynamics.com/.default'

/** Access token of a demo account, by the sign-in of the console: authorisation code with PKCE. */
export async function fetchUserToken({ url }: Service, account = 'product-admin@harbor.example'): Promise<string> {
  const tenant = demoTenants.find(({ accounts }) => accounts.some(({ username }) => username === account))
  const id = tenant?.accounts.find(({ username }) => username === account)?.id
  if (tenant === undefined || id === undefined) throw new Error(`There is no demo account ${account}.`)
  const browser = createCookieBrowser(url)
  const verifier = randomBytes(32).toString('base64url')
  const client = { client_id: embeddedAppId, redirect_uri: `${url}/api/auth` }
  const request = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const page = await browser.follow(`${url}/${tenant.id}/v2.0/authorize?${request.toString()}`)
  const back = await browser.follow(`${url}${page.url.pathname}`, new URLSearchParams({ account: id }))
  const answer = await fetch(`${url}/${tenant.id}/v2.0/token`, {
    method: 'POST',
    headers: { origin: new URL(url).origin },
    body: new URLSearchParams({
      ...client,
      grant_type: 'authorization_code',
      code: back.url.searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (token === undefined) throw new Error(`No token for ${account}: ${answer.status}`)
  return token
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { SignInData } from '../../../contract/index.ts'
import { findDemoAccount } from '../demo-tenants.ts'
import type { TenantInfo } from '../tenant-directory.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { readForm } from './request-form.ts'
import { plain, seeOther, setOrigin } from './responses.ts'

/** Shows the sign-in page of a tenant's demo accounts, and finishes the sign-in with the chosen account. */
export function createInteraction(
  deps: HandlerDependencies,
): (request: IncomingMessage, response: ServerResponse, tenant: TenantInfo, origin: string) => Promise<boolean> {
  const { options, tenants } = deps

  return async (request, response, tenant, origin) => {
    const provider = deps.providerFor?.(origin, tenant.id)
    if (!provider) return false
    setOrigin(request, origin)
    let details: Awaited<ReturnType<Provider['interactionDetails']>>
    try {
      details = await provider.interactionDetails(request, response)
    } catch {
      // Expired, already used, or opened in another browser: the console starts a new sign-in.
      return seeOther(response, '/')
    }
    const path = `/${tenant.id}/interaction/${details.uid}`
    if (request.method === 'POST') {
      const sender = request.headers.origin
      const form = await readForm(request)
      const account = form instanceof Map ? form.get('account') : undefined
      const person = account ? await accountOf(tenant, account) : undefined
      if ((sender !== undefined && sender !== origin) || !person) {
        return seeOther(response, path)
      }
      await provider.interactionFinished(
        request,
        response,
        { login: { accountId: person }, select_account: {} },
        { mergeWithLastSubmission: false },
      )
      return true
    }
    if (!options.signInPage) {
      plain(
        response,
        503,
        'The console is not built yet. Run "npm start", or "npx vite build --config console/vite.config.ts".',
      )
      return true
    }
    const accounts = tenant.demo
      ? await deps.db
          .selectFrom('principal')
          .select(['id', 'name', 'username'])
          .where('tenant_id', '=', tenant.id)
          .where('kind', '=', 'user')
          .orderBy('id')
          .execute()
      : []
    const data: SignInData = {
      tenant: { id: tenant.id, name: tenant.name },
      action: path,
      build: deps.build,
      exposed: options.demoPublic,
      accounts: accounts.map(({ id, name, username }) => {
        const demo = findDemoAccount(tenant.id, id)
        return { id, name, username, role: demo?.role ?? (demo?.wids.length ? 'GlobalAdministrator' : null) }
      }),
      organisations: (await tenants.all())
        .filter(other => other.demo && other.id !== tenant.id)
        .map(other => ({ name: other.name, url: `/?tenant=${encodeURIComponent(other.id)}` })),
    }
    const page = options.signInPage(data, origin.startsWith('https:'))
    response.writeHead(page.status, page.headers).end(request.method === 'HEAD' ? undefined : page.body)
    return true
  }

  async function accountOf(tenant: TenantInfo, id: string): Promise<string | undefined> {
    if (!tenant.demo || !/^[0-9a-f-]{36}$/i.test(id)) return undefined
    return (
      await deps.db
        .selectFrom('principal')
        .select('id')
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id.toLowerCase())
        .where('kind', '=', 'user')
        .executeTakeFirst()
    )?.id
  }
}

import type { SiteConfiguration } from '@assay/risk-service/contract'

export type { SiteConfiguration } from '@assay/risk-service/contract'

export const productId = 'PSP-1.0'

let cached: SiteConfiguration | undefined

/**
 * What the service wrote into the page: `<script type="application/json" id="site-configuration">`. Throws when it did
 * not.
 */
export function siteConfiguration(): SiteConfiguration {
  cached ??= JSON.parse(document.getElementById('site-configuration')?.textContent ?? 'null') as SiteConfiguration
  if (!cached) throw new Error('The page has no site configuration: it was not served by the risk service.')
  return cached
}

/**
 * Base URI of a named API, without a final slash; one that refers to another is that one's with its own path behind it.
 */
export function apiBase(apis: SiteConfiguration['apis'], name: string, origin: string): string {
  let path = ''
  const seen = new Set<string>()
  for (let next = name; !seen.has(next); ) {
    seen.add(next)
    const api = apis[next]
    if (!api) break
    if ('baseUri' in api) return new URL(api.baseUri.replace(/\/+$/, '') + path, origin).href.replace(/\/+$/, '')
    path = (api.path ?? '') + path
    next = api.ref
  }
  throw new Error(`The site configuration has no base URI for the API ${name}.`)
}

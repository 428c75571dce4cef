/** What the service writes into the page: `<script type="application/json" id="site-configuration">`. */
export interface SiteConfiguration {
  /** `organizations` when no tenant is known yet. */
  tenantName: string
  tenantId: string
  /** Client id of the console at the identity provider. */
  appId: string
  authority: string
  authorityMetadata?: string
  productionResourceUri: string
  sandboxResourceUri: string
  monitoringConnectionString: string
  /** Form `yyyymmdd.n`. */
  build: string
  /** Path of the tenant segment that every address of this page begins with; empty without one. */
  basePath: string
  /** Demo accounts answer on an address that others can reach. */
  publicDemo?: boolean
}

export const productId = 'PSP-1.0'

let cached: SiteConfiguration | undefined

/** The configuration of this page; throws when the service did not write one. */
export function siteConfiguration(): SiteConfiguration {
  cached ??= JSON.parse(document.getElementById('site-configuration')?.textContent ?? 'null') as SiteConfiguration
  if (!cached) throw new Error('The page has no site configuration: it was not served by the risk service.')
  return cached
}

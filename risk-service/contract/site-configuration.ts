/*
 * What the service tells the console in the page itself, before anything is asked. Plain values and types: no
 * validator.
 */

/**
 * Named test backends of the product specification, section 4, in the order in which their flags count. `IntZ` is the
 * way back.
 */
export const backendTargets = ['Custom', 'Poc', 'Perf2', 'Perf', 'Test', 'IntZ', 'Endr', 'Local'] as const
export type BackendTarget = (typeof backendTargets)[number]

/** A base URI, or another API's with a path behind it. */
export type ApiAddress = { baseUri: string } | { ref: string; path?: string }

/** Parts of the console that an installation can switch. */
export const siteFeatures = ['copilot', 'mockData', 'lossPrevention', 'maps'] as const
export type SiteFeatures = Record<(typeof siteFeatures)[number], boolean>

/** `<script type="application/json" id="site-configuration">` of every page. */
export interface SiteConfiguration {
  /** `organizations` when no tenant is known yet. */
  tenantName: string
  tenantId: string
  /** Client id of the console at the identity provider. */
  appId: string
  /** With `{tenant}` where the tenant's id belongs. */
  authority: string
  authorityMetadata?: string
  productionResourceUri: string
  sandboxResourceUri: string
  monitoringConnectionString: string
  /** Addresses of named APIs; relative ones are this service's own. */
  apis: Readonly<Record<string, ApiAddress>>
  /** Test backends by name; absent where there are none. Custom's holds `{value}`. */
  alternateBackends?: Readonly<Partial<Record<BackendTarget, string>>>
  features: SiteFeatures
  /** Form `yyyymmdd.n`. */
  build: string
  /** Differs whenever the console was built anew, also under the same build. */
  revision: string
  /** Path of the tenant segment that every address of this page begins with; empty without one. */
  basePath: string
  /** Demo accounts answer on an address that others can reach. */
  publicDemo?: boolean
}

/** Answer of `GET /api/build`: what a page loaded now would be. */
export type ServedBuild = Pick<SiteConfiguration, 'build' | 'revision'>

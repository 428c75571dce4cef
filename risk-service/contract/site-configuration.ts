/*
 * The configuration that the service writes into the page, before the console sends a request. Plain values and types:
 * no validator.
 */

/**
 * Named test backends of the product specification, section 4, in the order of precedence of their flags. `IntZ`
 * returns to the normal backend.
 */
export const backendTargets = ['Custom', 'Poc', 'Perf2', 'Perf', 'Test', 'IntZ', 'Endr', 'Local'] as const
export type BackendTarget = (typeof backendTargets)[number]

/** A base URI, or a reference to another API with an appended path. */
export type ApiAddress = { baseUri: string } | { ref: string; path?: string }

/** Parts of the console that an installation can enable or disable. */
export const siteFeatures = ['copilot', 'mockData', 'lossPrevention', 'maps'] as const
export type SiteFeatures = Record<(typeof siteFeatures)[number], boolean>

/** `<script type="application/json" id="site-configuration">` of every page. */
export interface SiteConfiguration {
  /** `organizations` without a tenant. */
  tenantName: string
  tenantId: string
  /** Client id of the console at the identity provider. */
  appId: string
  /** Contains `{tenant}` in place of the tenant's id. */
  authority: string
  authorityMetadata?: string
  productionResourceUri: string
  sandboxResourceUri: string
  monitoringConnectionString: string
  /** Addresses of named APIs; relative ones belong to this service. */
  apis: Readonly<Record<string, ApiAddress>>
  /** Test backends by name; absent without any. That of `Custom` contains `{value}`. */
  alternateBackends?: Readonly<Partial<Record<BackendTarget, string>>>
  features: SiteFeatures
  /** Form `yyyymmdd.n`. */
  build: string
  /** Differs after every build of the console, also under the same build number. */
  revision: string
  /** Path of the tenant segment with which every address of this page begins; empty without one. */
  basePath: string
  /** Demo accounts are offered on an address that other machines can reach. */
  publicDemo?: boolean
}

/** Answer of `GET /api/build`: build and revision of a page that is loaded now. */
export type ServedBuild = Pick<SiteConfiguration, 'build' | 'revision'>

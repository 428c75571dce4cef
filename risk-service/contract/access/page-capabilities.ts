import type { Capability } from './capabilities.ts'
import roles from './roles.json' with { type: 'json' }

const pages = new Map<string, readonly Capability[]>()
for (const [capability, { routes }] of Object.entries(roles.capabilities))
  for (const route of routes) pages.set(route, [...(pages.get(route) ?? []), capability as Capability])
for (const [route, capabilities] of Object.entries(roles.landingRoutes)) pages.set(route, capabilities as Capability[])

/**
 * Returns the capabilities that open a page of the console, of which any is enough; undefined where there is no such page.
 * @param page its route as the table of roles writes it, such as `/fraud/attacks/:attackId`
 */
export const capabilitiesOfPage = (page: string): readonly Capability[] | undefined => pages.get(page)

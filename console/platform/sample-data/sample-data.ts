import type { ComponentType } from 'react'
import { siteConfiguration } from '../site/site-configuration.ts'
import { readStored, store, storedKeys } from '../storage/browser-storage.ts'

const parameter = 'mock'
const isTrue = (value: string | null) => value?.trim().toLowerCase() === 'true'

/** True when this installation offers sample data. */
export const isSampleDataOffered = (): boolean => siteConfiguration().features.mockData

/** A page without a service: nobody can sign in. */
export const isSampleDataOnly = (): boolean => isSampleDataOffered() && siteConfiguration().authority === ''

/**
 * Whether this page runs on sample data: `?mock=true` turns it on and `?mock=false` off, and the choice is stored.
 * Removes the flag from the address. Where sample data is not offered, nothing is stored and nothing is turned on.
 */
export function readSampleDataFlag(): boolean {
  const url = new URL(location.href)
  const flags = [...url.searchParams].filter(([name]) => name.toLowerCase() === parameter)
  if (flags.length > 0) {
    for (const [name] of flags) url.searchParams.delete(name)
    history.replaceState(history.state, '', url)
    if (isSampleDataOffered()) store('local', storedKeys.mock, isTrue(flags[0]?.[1] ?? null) ? 'true' : null)
  }
  return isSampleDataOffered() && (isSampleDataOnly() || isTrue(readStored('local', storedKeys.mock)))
}

/** Starts the console again with sample data. */
export function startSampleData(): void {
  store('local', storedKeys.mock, 'true')
  location.assign('/')
}

export function clearSampleDataFlag(): void {
  store('local', storedKeys.mock, null)
}

let banner: ComponentType | null = null

/**
 * What every page shows under its header while it runs on sample data; the section provides it, so that the normal
 * start contains none of it.
 */
export const sampleDataBanner = (): ComponentType | null => banner
export function setSampleDataBanner(value: ComponentType): void {
  banner = value
}

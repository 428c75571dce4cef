import { type BackendTarget, backendTargets, type SiteConfiguration } from '@assay/risk-service/contract'
import { readStored, store, storedKeys } from '../storage/browser-storage.ts'

/** A test backend that the console talks to instead of its own service. */
export interface BackendChoice {
  name: Exclude<BackendTarget, 'IntZ'>
  /** What builds Custom's base URL. */
  value: string | null
  /** Without a final slash. */
  baseUrl: string
}

type Backends = SiteConfiguration['alternateBackends']

/** The flags that have a stored key of their own. */
const flagKeys = { Perf: storedKeys.perf, Test: storedKeys.test, Local: storedKeys.local } as const
/** Either of these requests Custom, with its value. */
const customFlags = ['custom', 'namespace'] as const

const isTrue = (value: string | null | undefined) => value?.trim().toLowerCase() === 'true'
const isCustomValue = (value: string) => /^[a-z\d-]{1,40}$/i.test(value)

/** The configured target of this name; null for one that is not configured or would lead anywhere else. */
export function resolveTarget(backends: Backends, name: string, value: string | null): BackendChoice | null {
  const target = backendTargets.find(each => each === name)
  const pattern = target === undefined ? undefined : backends?.[target]
  if (target === undefined || target === 'IntZ' || pattern === undefined) return null
  if (target !== 'Custom') return { name: target, value: null, baseUrl: pattern.replace(/\/+$/, '') }
  if (value === null || !isCustomValue(value)) return null
  const baseUrl = pattern.replaceAll('{value}', value).replace(/\/+$/, '')
  return URL.canParse(baseUrl) ? { name: target, value, baseUrl } : null
}

/** The targets that the flags of an address request. Keys and values are compared without case. */
export interface BackendFlags {
  /** `intz=true`: back to the installation's own service, whatever else is requested. */
  clear: boolean
  /** In the order in which they count. */
  requested: { name: Exclude<BackendTarget, 'IntZ'>; value: string | null; key: string }[]
  /** Parameters to remove from the address, with their spelling there. */
  present: string[]
}

export function parseFlags(search: string): BackendFlags {
  const parameters = [...new URLSearchParams(search)]
  const flagNames = new Set([...backendTargets.map(name => name.toLowerCase()), ...customFlags])
  const value = (key: string) => parameters.find(([name]) => name.toLowerCase() === key)?.[1] ?? null
  return {
    clear: isTrue(value('intz')),
    present: [...new Set(parameters.map(([name]) => name).filter(name => flagNames.has(name.toLowerCase())))],
    requested: backendTargets.flatMap((name): BackendFlags['requested'] => {
      if (name === 'IntZ') return []
      if (name === 'Custom')
        return customFlags.flatMap(key => (value(key) === null ? [] : [{ name, value: value(key), key }]))
      return isTrue(value(name.toLowerCase())) ? [{ name, value: null, key: name.toLowerCase() }] : []
    }),
  }
}

/**
 * The target of this page: that of the flags, else the stored one. Without configured backends the stored choice is
 * cleared; a target that is not configured is ignored and reported to `warn`, so that no link can send a token to a
 * foreign host.
 */
export function chooseTarget(
  backends: Backends,
  search: string,
  warn: (message: string) => void,
): BackendChoice | null {
  const { clear, requested } = parseFlags(search)
  if (requested.length > 0 && !backends) warn('A backend target was asked for and none is configured.')
  if (clear || !backends) {
    storeChoice(null)
    return null
  }
  for (const { name, value, key } of requested) {
    const choice = resolveTarget(backends, name, value)
    if (choice) {
      storeChoice(choice, key)
      return choice
    }
    warn(`The backend target ${name} is not configured, or its value cannot be used.`)
  }
  const name = readStored('local', storedKeys.backendTarget)
  if (name === null) return null
  const stored = resolveTarget(
    backends,
    name,
    readStored('local', storedKeys.custom) ?? readStored('local', storedKeys.namespace),
  )
  // What is stored is only a name: the address is made of the configuration every time.
  if (stored) store('local', storedKeys.apiBaseUrl, stored.baseUrl)
  else storeChoice(null)
  return stored
}

/** Stores a choice, or clears it with everything that belongs to it. */
function storeChoice(choice: BackendChoice | null, flag?: string): void {
  for (const key of [
    ...Object.values(flagKeys),
    storedKeys.custom,
    storedKeys.namespace,
    storedKeys.backendTarget,
    storedKeys.apiBaseUrl,
  ])
    store('local', key, null)
  if (!choice) return
  store('local', storedKeys.backendTarget, choice.name)
  store('local', storedKeys.apiBaseUrl, choice.baseUrl)
  if (choice.name === 'Custom')
    store('local', flag === 'namespace' ? storedKeys.namespace : storedKeys.custom, choice.value)
  else if (choice.name in flagKeys) store('local', flagKeys[choice.name as keyof typeof flagKeys], 'true')
}

/** The address without the flags. */
export function withoutFlags(address: string): string {
  const url = new URL(address)
  for (const key of parseFlags(url.search).present) url.searchParams.delete(key)
  return url.href
}

let current: BackendChoice | null = null

/** Reads flags and stored choice once, before the first call, and removes the flags from the address. */
export function startBackendTarget(backends: Backends, warn: (message: string) => void): void {
  current = chooseTarget(backends, location.search, warn)
  if (parseFlags(location.search).present.length > 0)
    history.replaceState(history.state, '', withoutFlags(location.href))
}

/** The chosen test backend; null for the installation's own service. */
export const backendTarget = (): BackendChoice | null => current

/** Back to the installation's own service. */
export function leaveBackendTarget(): void {
  storeChoice(null)
  location.reload()
}

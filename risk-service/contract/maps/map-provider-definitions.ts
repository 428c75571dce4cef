/** The pictures that a provider may have, in the order of the switch. */
export const mapLayers = ['road', 'aerial'] as const
export type MapLayer = (typeof mapLayers)[number]

/** Limits of the settings of a provider. */
export const mapProviderLimits = { url: 2000, attribution: 200, key: 500, zoom: 22 } as const

/** Names in braces that an address may have; the first three it must have. */
const placeholders = ['z', 'x', 'y', 'key'] as const

/** Puts the values of one tile into an address. */
export const tileAddress = (url: string, values: Readonly<Record<(typeof placeholders)[number], string>>): string =>
  placeholders.reduce((text, name) => text.replaceAll(`{${name}}`, encodeURIComponent(values[name])), url)

/** An address of tiles: complete, with `{z}`, `{x}` and `{y}` behind its host, and with no other placeholder than `{key}`. */
export function isTileAddress(url: string): boolean {
  const names = [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name)
  const allowed: readonly (string | undefined)[] = placeholders
  const sample = tileAddress(url, { z: '0', x: '0', y: '0', key: 'k' })
  if (!/^https?:\/\/[^/?#{}\\]+\//.test(url) || !URL.canParse(sample) || /[{}]/.test(sample)) return false
  const { username, password } = new URL(sample)
  return (
    username === '' &&
    password === '' &&
    names.every(name => allowed.includes(name)) &&
    ['z', 'x', 'y'].every(name => names.includes(name))
  )
}

/**
 * What an application installs beside the library. The lowest version of each range is proved by
 * `node scripts/release/check-package.ts --oldest`.
 */

/** One copy in the application: two would have separate contexts. React has `useEffectEvent` from 19.2 on. */
export const peerRanges: Readonly<Record<string, string>> = {
  react: '^19.2.0',
  'react-dom': '^19.2.0',
  'react-intl': '^10.0.0 || ^11.0.0 || ^12.0.0',
}

const packagesOfEntries = {
  './charts': /^recharts$/,
  './graph': /^cytoscape/,
  './map': /^(maplibre-gl|topojson-client|world-atlas)$/,
  './editor': /^(@codemirror\/|@lezer\/)/,
} as const

/** Packages that only one entry imports: an application that uses it installs them. */
export const optionalPeers = (dependencies: readonly string[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(packagesOfEntries).map(([entry, pattern]) => [
      entry,
      dependencies.filter(name => pattern.test(name)),
    ]),
  )

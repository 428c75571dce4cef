import { registerHooks } from 'node:module'

/**
 * Loaded before the service (`node --import`): its decisions measure no phases and store no times, as before the flight
 * recorder. What the source no longer contains is an error, so that no benchmark compares equal runs.
 */
const changes: Readonly<Record<string, readonly [from: RegExp, to: string]>> = {
  'engine/decide/phase-clock.ts': [/mark\(\): void \{[^}]*\}/, 'mark(): void {}'],
  'engine/decide/record-decision.ts': [/^ *timings: \{.*\},$/m, ''],
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const name = Object.keys(changes).find(path => url.endsWith(`/risk-service/${path}`))
    const change = name === undefined ? undefined : changes[name]
    if (change === undefined) return loaded
    const source = String(loaded.source)
    const changed = source.replace(...change)
    if (changed === source) throw new Error(`${name} has no part of the flight recorder to leave out.`)
    return { ...loaded, source: changed }
  },
})

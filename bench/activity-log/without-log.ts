import { registerHooks } from 'node:module'

/**
 * Loaded before the service (`node --import`): changes write no entry of the activity log. What the source no longer
 * contains is an error, so that no benchmark compares equal runs.
 */
const from = /(export async function recordAudit\([^)]*\): Promise<void> \{)/

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/risk-service/kernel/audit.ts')) return loaded
    const source = String(loaded.source)
    const changed = source.replace(from, '$1 if (db !== undefined) return;')
    if (changed === source) throw new Error('kernel/audit.ts has no entry to leave out.')
    return { ...loaded, source: changed }
  },
})

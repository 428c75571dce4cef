import { registerHooks } from 'node:module'
import { withoutLogName } from './change-names.ts'

/**
 * Loaded before the service (`node --import`): changes of resources of a certain name write no entry of the activity
 * log, so that one process makes changes with an entry and without one in turns. What the source no longer contains is
 * an error, so that no benchmark compares equal runs.
 */
const from = /(export async function recordAudit\([^)]*\): Promise<void> \{)/

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/risk-service/kernel/audit.ts')) return loaded
    const source = String(loaded.source)
    const changed = source.replace(from, `$1 if (entry.resource.name.startsWith('${withoutLogName}')) return;`)
    if (changed === source) throw new Error('kernel/audit.ts has no entry to leave out.')
    return { ...loaded, source: changed }
  },
})

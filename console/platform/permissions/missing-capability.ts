import type { Capability } from '@assay/risk-service/contract'

/** The right that a refusal of the service (403) names. */
export function missingCapabilityOf(error: unknown): { capability?: Capability; required?: 'read' | 'write' } {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined
  if (typeof data !== 'object' || data === null || !('capability' in data) || typeof data.capability !== 'string')
    return {}
  const required = 'required' in data && data.required === 'write' ? 'write' : 'read'
  return { capability: data.capability as Capability, required }
}

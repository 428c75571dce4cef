import { samplePayload } from '@assay/risk-service/contract/assessment-schemas'

/** The sample value of a standard field as text; null for a block, and where there is none. */
export function standardSample(section: string, path: string): string | null {
  const payload = samplePayload({ sections: [section], custom: [] }, 'Custom')[section]
  const first: unknown = Array.isArray(payload) ? payload[0] : payload
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), first)
  return value === undefined || typeof value === 'object' ? null : String(value)
}

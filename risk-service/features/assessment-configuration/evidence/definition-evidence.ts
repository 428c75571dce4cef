import type { BrokenText } from '../../../contract/assessments/assessment-configuration.ts'
import type { TenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'
import { attributesOf } from '../../../engine/ingest/attributes.ts'
import { type DefinitionRead, definitionReadsOf } from '../../ontology/uses/definition-reads.ts'

type BrokenRead = Pick<BrokenText, 'place' | 'code' | 'severity' | 'params'> & {
  kind: 'assessment' | 'dataFilter' | 'amount'
}

/** Returns what the definition of an assessment reads of its events at present, and cannot read after the change. */
export function findBrokenReads(before: TenantAssessment, after: TenantAssessment): BrokenRead[] {
  const keyOf = ({ kind, event, path }: DefinitionRead): string => `${kind} ${event} ${path}`
  const pathsOf = ({ schema }: TenantAssessment): ReadonlySet<string> =>
    new Set(attributesOf(schema).map(({ path }) => path))
  const [former, paths] = [pathsOf(before), pathsOf(after)]
  const reads = new Set(definitionReadsOf(after).map(keyOf))
  return definitionReadsOf(before).flatMap(read => {
    const { kind, event, path } = read
    if (event !== before.apiName || kind === 'observation' || kind === 'observedField' || !former.has(path)) return []
    return reads.has(keyOf(read)) && paths.has(path)
      ? []
      : [{ kind, place: path, code: 'schema.field', severity: 'error' as const, params: {} }]
  })
}

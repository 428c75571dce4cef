import type { RuleBody } from '@assay/risk-service/contract'
import { useState } from 'react'
import { applyEdit, type DraftEdit } from './draft.ts'

/** A published rule to read: its sample can be tried with other values, which are kept nowhere. */
export function useReading(published: RuleBody | null): { body: RuleBody | null; edit: (edit: DraftEdit) => void } {
  const [sample, setSample] = useState<{ of: RuleBody | null; value: RuleBody['sample'] } | null>(null)
  const body = published && sample?.of === published ? { ...published, sample: sample.value } : published
  return {
    body,
    edit(edit) {
      if (body && (edit.type === 'payload' || edit.type === 'riskScore' || edit.type === 'botScore')) setSample({ of: published, value: applyEdit(body, edit).sample })
    },
  }
}

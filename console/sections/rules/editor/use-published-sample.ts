import type { Rule, RuleBody } from '@assay/risk-service/contract'
import { useState } from 'react'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { applyRuleEdit, type RuleEdit } from '../rule-draft.ts'

/** A published rule in a read-only view: its sample can be tried with other values, which only recovery stores. */
export function usePublishedSample({ id, published }: Rule): { body: RuleBody | null; edit: (edit: RuleEdit) => void } {
  const [sample, setSample] = useState<{ of: RuleBody | null; value: RuleBody['sample'] } | null>(null)
  useRecovery(`rules/reading/${id}`, sample?.of === published ? (sample?.value ?? null) : null, value =>
    setSample({ of: published, value }),
  )
  const body = published && sample?.of === published ? { ...published, sample: sample.value } : published
  return {
    body,
    edit(edit) {
      if (body && (edit.type === 'payload' || edit.type === 'riskScore' || edit.type === 'botScore'))
        setSample({ of: published, value: applyRuleEdit(body, edit).sample })
    },
  }
}

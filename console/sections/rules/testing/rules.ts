import type { Branch, Evaluation, Rule, RuleBody, RuleDiagnostic, RuleSummary } from '@assay/risk-service/contract'
import { createElement, type ReactNode } from 'react'
import { environmentId } from '../../../platform/testing/console-api-stub.ts'
import { builtInAssessmentScopes, RuleScopeProvider, type ScopeAssessment } from '../rule-scope.tsx'

export const idOf = (number: number): string => `0198a000-0000-7000-8000-0000000000${number}`

/** A published rule of purchases in the list. */
export const summaryOf = (number: number, name: string): RuleSummary => ({
  id: idOf(number),
  environmentId,
  type: 'decision',
  eventType: 'purchase',
  branch: 'production',
  inherited: false,
  name,
  description: '',
  condition: '',
  status: 'active',
  hasDraft: false,
  position: number,
  version: 1,
  clauseCount: 1,
  updatedBy: 'engineer@example.com',
  updatedAt: '2026-01-01T00:00:00Z',
  decided24h: 0,
})

/** A rule with one clause. */
export const bodyOf = (name: string, text: string): RuleBody => ({
  name,
  description: '',
  condition: '',
  clauses: [{ name: 'clause1', section: 'prior', text }],
  sample: { payload: { totalAmount: 10 }, riskScore: 500 },
})

/** A rule of purchases that is published and has no draft. */
export const publishedRule = (body: RuleBody): Rule => ({
  id: idOf(11),
  environmentId,
  type: 'decision',
  eventType: 'purchase',
  branch: 'production',
  status: 'active',
  version: 2,
  position: 1,
  published: body,
  publishedBy: 'engineer@example.com',
  publishedAt: '2026-01-01T00:00:00Z',
  draft: null,
})

/** A rule of purchases that was never published. */
export const draftRule = (body: RuleBody): Rule => ({
  ...publishedRule(body),
  status: 'draft',
  version: 0,
  position: null,
  published: null,
  publishedBy: null,
  publishedAt: null,
  draft: { ...body, baseVersion: 0, savedAt: '2026-01-01T00:00:00Z' },
})

export const productionBranch: Branch = {
  id: null,
  apiName: 'production',
  name: 'Production',
  production: true,
  ruleCount: 2,
  endpoint: { path: '/v1.0', url: 'https://risk.example.com/v1.0' },
  createdBy: null,
  createdAt: null,
  experiment: null,
}

/** An evaluation of the sample by which the first clause rejects. */
export const rejection: Evaluation = {
  problems: [],
  result: {
    selected: true,
    decision: 'Reject',
    reason: 'Stolen',
    supportMessage: null,
    challengeType: null,
    clause: 'clause1',
    outputs: {},
    traces: [],
    explanation: { contributions: [], rules: [], runtimeErrors: [] },
  },
}

/** A finding in the first clause of a rule. */
export const finding = (change: Partial<RuleDiagnostic>): RuleDiagnostic => ({
  part: 0,
  clause: 'clause1',
  severity: 'error',
  code: 'FQL2001',
  message: 'Unknown name Nowhere.',
  params: { n: 'Nowhere' },
  from: 0,
  to: 6,
  line: 1,
  column: 1,
  ...change,
})

/** A page about the rules of an assessment. */
export const rulePage = (
  content: ReactNode,
  assessment: ScopeAssessment = builtInAssessmentScopes.purchase,
): ReactNode => createElement(RuleScopeProvider, { assessment, children: content })
